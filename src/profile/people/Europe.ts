import { peoples } from "./People.ts"

/** Names of Europe. */
export const europe = peoples({
  bg: {
    female:
      "Мария Иванка Елена Йорданка Пенка Маргарита Виолета Лиляна Цветанка Радка Надежда Десислава Даниела Стефка Росица Гергана Виктория Снежана Анна Петя Ралица Теодора Силвия Милена",
    male: "Георги Иван Димитър Николай Петър Христо Александър Стефан Йордан Васил Тодор Стоян Атанас Ангел Красимир Пламен Ивайло Валентин Мартин Борис Емил Любомир Владимир Калоян",
    families:
      "Иванова/Иванов Георгиева/Георгиев Димитрова/Димитров Петрова/Петров Николова/Николов Христова/Христов Стоянова/Стоянов Тодорова/Тодоров Илиева/Илиев Василева/Василев Атанасова/Атанасов Петкова/Петков Ангелова/Ангелов Колева/Колев Йорданова/Йорданов Маринова/Маринов Стефанова/Стефанов Михайлова/Михайлов Кръстева/Кръстев Костова/Костов Павлова/Павлов Симеонова/Симеонов Младенова/Младенов Вълчева/Вълчев Найденова/Найденов Велчевска/Велчевски",
    firms: "Балкан Витоша Родопи Тракия Марица Изгрев Хемус Пирин Мизия Дунав",
    firm: (name) => `${name} ООД`
  },
  bs: {
    female:
      "Adisa Aida Ajla Alma Amela Amina Amra Azra Belma Dženana Edina Elma Emina Fatima Hana Jasmina Lejla Lamija Maida Medina Merima Mirela Nejra Sabina Samira Selma Senada Zerina",
    male: "Adis Admir Adnan Ahmed Almir Amar Armin Benjamin Damir Denis Dino Edin Elvir Emir Enes Haris Jasmin Kenan Mirza Muhamed Nedim Nermin Samir Sead Senad Tarik Vedad Zlatan",
    families:
      "Alić Avdić Bajrić Begić Bešić Čaušević Delić Dizdarević Fazlić Hadžić Halilović Hasanović Hodžić Husić Ibrahimović Imamović Jusić Kadrić Kovačević Mahmutović Mehić Mehmedović Mujić Mujkić Muratović Omerović Osmanović Ramić Salihović Selimović Softić Suljić Šabić Zukić",
    firms: "Bosna Drina Igman Jahorina Neretva Prenj Sana Vrbas",
    firm: (name) => `${name} d.o.o.`
  },
  // Faker has the families of its American locale for Great Britain and Ireland: Lueilwitz, Kuhic.
  en_GB: {
    female:
      "Abigail Alice Alison Amelia Amy Anna Bethany Bronwen Caitlin Catherine Catriona Charlotte Chloe Claire Eleanor Elizabeth Ellie Emily Emma Fiona Freya Gemma Georgia Grace Hannah Harriet Heather Helen Holly Imogen Isla Jasmine Jennifer Jessica Joanne Karen Kate Laura Leah Lucy Megan Molly Natalie Nicola Olivia Phoebe Poppy Priya Rachel Rebecca Rosie Samantha Sarah Sophie Victoria Zara",
    male: "Adam Aidan Alexander Alistair Andrew Anthony Ben Callum Charlie Christopher Daniel David Dylan Edward Ewan Freddie Gareth George Graham Hamish Harry Henry Hugh Imran Jack Jake James Jonathan Joseph Joshua Keith Kieran Lewis Liam Luke Mark Martin Matthew Michael Mohammed Nathan Neil Nigel Oliver Paul Peter Philip Rhys Robert Rupert Ryan Samuel Simon Stephen Stuart Thomas Toby William",
    families:
      "Adams Ahmed Allen Anderson Ashworth Atkinson Bailey Baker Barker Begum Bell Bennett Booth Brown Butler Campbell Carter Chapman Clark Clarke Collins Cook Cooper Cox Davies Davis Edwards Ellis Evans Fletcher Foster Fraser Gibson Graham Gray Green Griffiths Hall Hargreaves Harris Harrison Harvey Hill Holmes Hughes Hunt Hussain Jackson James Jenkins Johnson Jones Kaur Kelly Khan King Knight Lewis Llewellyn Lloyd MacDonald Marshall Martin Mason Matthews Miller Mills Mitchell Moore Morgan Morris Murray Owen Palmer Parker Patel Pearson Pemberton Phillips Powell Price Reid Richards Richardson Roberts Robertson Robinson Rogers Rose Russell Scott Shah Shaw Simpson Singh Smith Stevens Stewart Taylor Thomas Thompson Thomson Turner Walker Walsh Ward Watson Webb Whitaker White Wilkinson Williams Wilson Wood Wright Young",
    firms: "Ashdown Pennine Thistle Severn Cotswold Kestrel Northgate Fairfield Millbrook Highcroft",
    firm: (name) => `${name} Services Ltd`
  },
  en_IE: {
    female:
      "Aisling Aoife Áine Bríd Caoimhe Catherine Ciara Clodagh Deirdre Eimear Emma Fiona Grace Gráinne Hannah Kate Katie Laura Maeve Mary Niamh Nuala Orla Róisín Ruth Saoirse Sarah Sinéad Siobhán Sorcha Therese Una",
    male: "Aidan Barry Brendan Brian Cathal Cian Ciarán Colm Conor Cormac Darragh Declan Donal Eoin Fergus Fionn Gearóid Jack James John Kevin Liam Michael Niall Oisín Patrick Paul Pádraig Rory Ruairí Seán Tadhg",
    families:
      "Barry Brady Brennan Browne Burke Butler Byrne Carroll Casey Clarke Collins Connolly Crowley Cullen Daly Doherty Dolan Doyle Duffy Dunne Farrell Fitzgerald Fitzpatrick Flanagan Flynn Foley Gallagher Healy Higgins Hogan Kavanagh Keane Kelly Kennedy Kenny Lynch Maguire Maher Martin McCarthy McDonnell McGrath Moran Moore Mulligan Murphy Murray Nolan O'Brien O'Connor O'Donnell O'Keeffe O'Neill O'Reilly O'Sullivan Power Quinn Regan Reilly Ryan Sheehan Smyth Sweeney Walsh Ward Whelan",
    firms: "Shannon Liffey Burren Claddagh Slaney Corrib Skellig Boyne Erne Errigal",
    firm: (name) => `${name} Trading Ltd`
  },
  en_MT: {
    female:
      "Amy Anna Carmen Charlene Christine Claire Daniela Doris Elaine Francesca Graziella Jessica Josephine Kirsty Maria Marthese Martina Nicole Rebecca Rita Roberta Sarah Stephanie Yanika",
    male: "Alfred Andrea Anton Carmel Charles Christian Clayton Daniel David Etienne Francis George Jean Joseph Karl Luke Mario Mark Matthew Nicholas Paul Pierre Ryan Saviour",
    families:
      "Abela Agius Attard Azzopardi Baldacchino Bonello Bonnici Borg Briffa Bugeja Busuttil Buttigieg Cachia Calleja Camilleri Caruana Cassar Cauchi Cutajar Debono Ellul Falzon Farrugia Fenech Galea Gatt Grech Mallia Mifsud Muscat Portelli Psaila Sammut Schembri Sciberras Scicluna Spiteri Vella Xerri Xuereb Zahra Zammit",
    firms: "Bahar Dwejra Fenkata Kalkara Luzzu Mdina Tramuntana Xemx",
    firm: (name) => `${name} Ltd`
  },
  et: {
    female:
      "Rita Anne Sirje Tiina Katrin Kristiina Anu Ene Kadri Liis Maarja Piret Triin Merike Helgi Ülle Riina Marika Kersti Laura Eve Maie Pille Signe",
    male: "Rein Jaan Margus Martin Urmas Toomas Andres Peeter Ants Aivar Priit Jüri Kalev Tõnu Mihkel Indrek Meelis Raivo Märt Siim Tarmo Kaarel Arvo Heino",
    families:
      "Tamm Saar Sepp Mägi Kask Kukk Rebane Ilves Pärn Koppel Luik Oja Raudsepp Kuusk Karu Kütt Vaher Lepik Põder Kivi Laas Roos Teder Mets Kallas",
    firms: "Põhjatäht Kevade Metsatee Rannavall Sinilill Päikese Tuulik Jõesuu Kivimäe Hommik",
    firm: (name) => `${name} OÜ`
  },
  lt: {
    female:
      "Ona Marija Irena Janina Danutė Regina Rasa Jolanta Daiva Laima Vida Kristina Rūta Inga Eglė Gintarė Aušra Asta Lina Jurgita Monika Ieva Birutė Simona",
    male: "Jonas Vytautas Tomas Antanas Andrius Mindaugas Darius Juozas Kęstutis Saulius Gintaras Algirdas Marius Arūnas Rimantas Paulius Petras Vidas Donatas Giedrius Lukas Linas Audrius Rokas",
    families:
      "Kazlauskienė/Kazlauskas Petrauskaitė/Petrauskas Jankauskienė/Jankauskas Stankevičienė/Stankevičius Vasiliauskaitė/Vasiliauskas Butkutė/Butkus Žukauskienė/Žukauskas Paulauskaitė/Paulauskas Urbonienė/Urbonas Navickaitė/Navickas Ramanauskienė/Ramanauskas Kavaliauskaitė/Kavaliauskas Balčiūnienė/Balčiūnas Savickaitė/Savickas Baranauskienė/Baranauskas Šimkutė/Šimkus Pocienė/Pocius Žemaitytė/Žemaitis Mockienė/Mockus Bagdonaitė/Bagdonas Sakalauskienė/Sakalauskas Norkutė/Norkus Rimkienė/Rimkus Kairytė/Kairys",
    firms: "Baltija Gintaras Nemunas Aušra Žemaitija Pušynas Saulėtekis Vilija Ąžuolas Banga",
    firm: (name) => `UAB „${name}“`
  },
  sq: {
    female:
      "Elira Arta Blerta Drita Besa Valbona Teuta Mimoza Anila Ermira Vjollca Flutura Albana Lindita Rovena Alketa Entela Jonida Majlinda Zana Shpresa Edlira Fatmira Merita",
    male: "Agron Arben Besnik Dritan Ilir Genti Gëzim Bujar Fatos Altin Ardit Erion Artan Skënder Luan Sokol Petrit Endri Kujtim Astrit Bledar Fatmir Valon Burim",
    families:
      "Hoxha Shehu Prifti Leka Gjoka Dervishi Krasniqi Berisha Gashi Kola Marku Çela Hysi Rama Basha Meta Kurti Dauti Murati Osmani Rexhepi Zeka Bytyqi Morina Shala",
    firms: "Iliria Adriatiku Dajti Shqiponja Korabi Drini Jehona Agimi Vala Ardhmëria",
    firm: (name) => `${name} SH.P.K.`
  }
})
