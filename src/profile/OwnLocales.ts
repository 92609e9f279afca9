import type { Gender } from "../../schemas/Profile.ts"
import type { OwnLocale, ProfileLocale } from "./ProfileLocale.ts"
import type { SeededRandom } from "./SeededRandom.ts"

/** Common names of countries for which Faker has none of their own, chosen by hand. */
interface People {
  readonly female: string
  readonly male: string
  /** Family names; the feminine form is before a slash, if there is one. */
  readonly families: string
  readonly firms: string
  readonly firm: (name: string) => string
  readonly fullName?: ProfileLocale["fullName"]
}

const people = {
  bg: {
    female:
      "Мария Иванка Елена Йорданка Пенка Маргарита Виолета Лиляна Цветанка Радка Надежда Десислава Даниела Стефка Росица Гергана Виктория Снежана Анна Петя Ралица Теодора Силвия Милена",
    male: "Георги Иван Димитър Николай Петър Христо Александър Стефан Йордан Васил Тодор Стоян Атанас Ангел Красимир Пламен Ивайло Валентин Мартин Борис Емил Любомир Владимир Калоян",
    families:
      "Иванова/Иванов Георгиева/Георгиев Димитрова/Димитров Петрова/Петров Николова/Николов Христова/Христов Стоянова/Стоянов Тодорова/Тодоров Илиева/Илиев Василева/Василев Атанасова/Атанасов Петкова/Петков Ангелова/Ангелов Колева/Колев Йорданова/Йорданов Маринова/Маринов Стефанова/Стефанов Михайлова/Михайлов Кръстева/Кръстев Костова/Костов Павлова/Павлов Симеонова/Симеонов Младенова/Младенов Вълчева/Вълчев Найденова/Найденов Велчевска/Велчевски",
    firms: "Балкан Витоша Родопи Тракия Марица Изгрев Хемус Пирин Мизия Дунав",
    firm: (name) => `${name} ООД`
  },
  en_BD: {
    female:
      "Fatema Ayesha Nusrat Tasnim Sadia Roksana Shirin Nasrin Farhana Sumaiya Tanzila Rabeya Shamima Jannatul Rumana Mahmuda Salma Taslima Sharmin Nargis",
    male: "Rahim Karim Arif Tanvir Sakib Mahmud Rashed Imran Shahin Nasir Zahid Faisal Masud Sohel Alamgir Kamal Mizanur Rafiqul Shafiqul Habibur",
    families:
      "Rahman Islam Hossain Ahmed Chowdhury Khan Mia Sarkar Haque Uddin Ali Majumder Talukder Bhuiyan Sikder Mollah Biswas Das Sheikh Kabir",
    firms: "Padma Meghna Jamuna Shapla Sonali Dhaleshwari Karnaphuli Teesta Surma Gomti",
    firm: (name) => `${name} Trading Ltd.`
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
  en_KE: {
    female:
      "Faith Mercy Grace Joyce Esther Purity Caroline Mary Jane Lucy Beatrice Winnie Agnes Lilian Rose Susan Zawadi Neema Amina Halima",
    male: "Brian Kevin Dennis Peter John James Joseph Samuel David Daniel Paul Stephen George Victor Collins Felix Baraka Juma Hassan Abdi",
    families:
      "Kamau Otieno Mwangi Ochieng Kiprotich Mutua Njoroge Odhiambo Kariuki Maina Kimani Wafula Onyango Cheruiyot Koech Rotich Barasa Omondi Mutiso Wekesa Kibet Ouma Musyoka Gitau",
    firms: "Jamii Savanna Baobab Nyota Mlima Tumaini Mwangaza Twiga Acacia Pwani",
    firm: (name) => `${name} Traders Ltd`
  },
  en_NZ: {
    female:
      "Amelia Anahera Anna Aroha Charlotte Chloe Ella Emma Georgia Grace Hannah Hine Isla Jessica Kiri Kirsty Lucy Marama Mere Mia Ngaire Nicola Olivia Rachel Ruby Sophie Tui Zoe",
    male: "Ben Blair Callum Craig Daniel Grant Hemi Hunter Jack James Joshua Liam Luke Manaia Mason Matthew Nikau Noah Oliver Rawiri Sam Shane Tama Tane Thomas William Wiremu",
    families:
      "Anderson Bell Brown Campbell Chen Clark Cooper Davis Edwards Faleolo Fraser Graham Harris Henare Hughes Johnson Jones King Kumar Leota Martin McDonald McKenzie Mitchell Morgan Murray Ngata Paki Parata Patel Rangi Reid Robertson Robinson Scott Singh Smith Stewart Tamihere Taylor Thompson Tuhoe Turner Walker Wang White Williams Wilson Wood Young",
    firms: "Kauri Rimu Pukeko Tasman Southern Aoraki Kowhai Harbourside Weka Totara",
    firm: (name) => `${name} Holdings Limited`
  },
  en_PH: {
    female:
      "Maria Angelica Kristine Jasmine Rosario Cristina Marites Lourdes Maricel Rowena Analyn Jennylyn Corazon Rosalie Divina Imelda Teresita Luzviminda Charito Aileen",
    male: "Jose Juan Antonio Ramon Eduardo Roberto Ricardo Mark Jayson Rommel Reynaldo Rodrigo Ernesto Danilo Rogelio Arnel Jerome Christian Emmanuel Ferdinand",
    families:
      "Santos Reyes Cruz Bautista Garcia Mendoza Aquino Ramos Villanueva Castillo Navarro Mercado Salazar Domingo Pascual Tolentino Macaraeg Dimaculangan Panganiban Manalo Lacson Pangilinan Catacutan Evangelista",
    firms: "Bayanihan Sampaguita Maharlika Kalinga Mayon Bituin Luntian Agila Narra Amihan",
    firm: (name) => `${name} Trading Corp.`
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
  // Mongolians have no family names: the father's name, in the genitive, comes first.
  mn: {
    female:
      "Оюунчимэг Сарангэрэл Алтанцэцэг Энхтуяа Нарантуяа Болормаа Цэцэгмаа Уранчимэг Мөнхцэцэг Оюун Солонго Номин Ариунаа Батцэцэг Дэлгэрмаа Мөнхзул Цэрэнханд Отгонцэцэг",
    male: "Бат-Эрдэнэ Ганбаатар Отгонбаяр Батбаяр Лхагвасүрэн Мөнхбат Эрдэнэбат Болд Ганзориг Түмэнбаяр Баярсайхан Дорж Очирбат Тэмүүлэн Нэргүй Пүрэвдорж Сүхбаатар Энхболд",
    families:
      "Батын Болдын Доржийн Ганбаатарын Батбаярын Мөнхбатын Эрдэнэбатын Сүхбаатарын Энхболдын Ганзоригийн Пүрэвдоржийн Баярсайханы Түмэнбаярын Цэрэнгийн Дашийн Бямбын Чулууны Нямын",
    firms: "Хангай Алтай Сэлэнгэ Орхон Туул Хэнтий Тэрэлж Хархорум",
    firm: (name) => `${name} ХХК`,
    fullName: (first, last) => `${last} ${first}`
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
} as const satisfies Readonly<Record<string, People>>

export type OwnLocaleName = keyof typeof people

const words = (text: string): ReadonlyArray<string> => text.normalize("NFC").split(" ")

/** Given and family names of the locale, by gender. */
export const namesOf = (name: OwnLocaleName) => {
  const { families, female, male } = people[name]
  const forms = words(families).map((family) => family.split("/"))
  const first: Readonly<Record<Gender, ReadonlyArray<string>>> = { female: words(female), male: words(male) }
  const last: Readonly<Record<Gender, ReadonlyArray<string>>> = {
    female: forms.map(([family = ""]) => family),
    male: forms.map((family) => family.at(-1)!)
  }
  return { first, last }
}

export const isOwnLocale = (name: string): name is OwnLocaleName => Object.hasOwn(people, name)

export const ownLocale = (name: OwnLocaleName, random: SeededRandom): OwnLocale => {
  const { firm, firms, fullName }: People = people[name]
  const { first, last } = namesOf(name)
  return {
    firstName: (gender) => random.pick(first[gender]),
    lastName: (gender) => random.pick(last[gender]),
    fullName: fullName ?? ((given, family) => `${given} ${family}`),
    company: () => firm(random.pick(words(firms))),
    umlauts: false
  }
}
