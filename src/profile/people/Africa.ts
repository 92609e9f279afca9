import { peoples } from "./People.ts"

/** Names of Africa, in the Latin letters that its people write them in. */
export const africa = peoples({
  // Ethiopians and Eritreans have no family names: the father's name comes last.
  en_ET: {
    female:
      "Abeba Almaz Aster Bethlehem Eden Genet Hana Hirut Kidist Lemlem Meron Mulu Rahel Saba Selam Tigist Tsehay Yodit Zewditu",
    male: "Abebe Alemu Berhanu Dawit Dereje Ermias Fikru Girma Haile Kebede Mekonnen Mulugeta Samuel Solomon Tadesse Tesfaye Worku Yared Yohannes Zerihun",
    families:
      "Abebe Alemayehu Assefa Ayele Bekele Demissie Desta Gebre Getachew Girma Haile Hailu Kebede Lemma Mekonnen Mengistu Negash Tadesse Tekle Tesfaye Tilahun Wolde Woldemariam Zewde",
    firms: "Abay Awash Dashen Entoto Nile Selam Shebelle Simien",
    firm: (name) => `${name} Trading PLC`
  },
  en_GM: {
    female:
      "Adama Aminata Awa Binta Fatou Fatoumatta Haddy Isatou Jainaba Kaddijatou Mariama Nyima Ramatoulie Rohey Sainabou Tida",
    male: "Abdoulie Alagie Alieu Baboucarr Bakary Buba Ebrima Ebou Kebba Lamin Modou Momodou Musa Omar Ousman Sheriff Yankuba",
    families:
      "Bah Baldeh Barrow Bojang Camara Ceesay Colley Darboe Drammeh Fatty Jallow Jammeh Janneh Jatta Jobe Manneh Njie Sanneh Sanyang Sarr Sowe Touray",
    firms: "Atlantic Baobab Kairaba Kombo Riverside Senegambia Sunu Tendaba",
    firm: (name) => `${name} Enterprises Ltd`
  },
  en_LR: {
    female:
      "Angie Beatrice Comfort Esther Famatta Garmai Gloria Hawa Josephine Korpo Kou Mamie Martha Musu Patience Princess Ruth Satta Theresa Yassah",
    male: "Abraham Alphonso Augustine Boakai Emmanuel Flomo Francis George Isaac James John Joseph Moses Mulbah Peter Prince Samuel Saye Thomas Varney",
    families:
      "Barclay Boakai Brown Cooper Davis Dennis Doe Dolo Flomo Gaye Harris Johnson Kamara Karmo Kollie Konneh Kpadeh Massaquoi Mulbah Paye Sherman Sumo Tarr Togba Toe Weah Zayzay",
    firms: "Cavalla Mesurado Nimba Pepper Ducor Sapo Harbel Bushrod",
    firm: (name) => `${name} Enterprises Inc.`
  },
  en_MU: {
    female:
      "Anjali Anoushka Chantal Christelle Deepa Fatima Joanna Kavita Melissa Nadia Neha Nirmala Priya Ritika Sabrina Shabneez Sonia Stephanie Vanessa Yashna",
    male: "Adrien Anil Ashvin Dev Didier Fabrice Ibrahim Jean-Marc Kevin Nitish Pravin Rajesh Ravi Reza Sanjay Stéphane Sunil Vikash Vishal Yannick",
    families:
      "Appadoo Beeharry Bhunjun Boodhoo Doorgakant Gopaul Gungah Hurry Jhugroo Joomun Li Madelon Mohabeer Naidoo Ng Perrine Pillay Purmessur Ramdin Ramgoolam Sookun Teeluck Ramsamy Veerasamy",
    firms: "Lagon Corail Dodo Flamboyant Filao Morne Paille Vanille",
    firm: (name) => `${name} Ltd`
  },
  en_SL: {
    female:
      "Adama Aminata Baindu Fatmata Finda Hannah Hawa Isata Isatu Kadiatu Mariama Memunatu Mabinty Ramatu Sia Umu Yealie Zainab",
    male: "Abdul Abu Alhaji Alimamy Alpha Amadu Brima Foday Ibrahim Joseph Lamin Mohamed Momoh Mustapha Osman Sahr Santigie Sheku Sorie Tamba",
    families:
      "Bah Bangura Barrie Cole Conteh Davies Fofanah Jalloh Johnson Kabia Kallon Kamara Kanu Kargbo Koroma Lansana Macauley Mansaray Marah Sankoh Sesay Sillah Thoronka Tucker Turay Williams",
    firms: "Bintumani Lumley Rokel Sewa Tacugama Tiwai Wilberforce Salone",
    firm: (name) => `${name} Enterprises Ltd`
  },
  // Somalis have no family names: the father's name comes last.
  so: {
    female:
      "Aamina Asha Caasha Cibaado Deeqa Faadumo Farxiyo Halimo Hibaaq Hodan Idil Ifrax Khadiija Layla Maryan Nimco Sagal Sahra Shukri Xaawo",
    male: "Abdi Abdirahman Abdullahi Ahmed Ali Bashiir Cabdi Daahir Faarax Guuleed Hassan Ibraahim Ismaaciil Jaamac Liibaan Maxamed Muuse Saciid Warsame Yuusuf",
    families:
      "Abdi Abdullahi Ahmed Ali Axmed Cabdi Cali Cumar Diiriye Faarax Guuleed Hassan Ibraahim Ismaaciil Jaamac Maxamed Maxamuud Muuse Nuur Saciid Warsame Xasan Xuseen Yuusuf",
    firms: "Bariga Dayax Geeska Hilaal Iftin Jubba Nasiib Shabeelle",
    firm: (name) => `Shirkadda ${name}`
  },
  en_SS: {
    female:
      "Abuk Achol Adut Akech Akuol Amer Apuk Atong Ayen Elizabeth Keji Mary Nyabol Nyakim Nyandeng Nyanut Rebecca Sarah",
    male: "Akol Bol Chol Deng Emmanuel Gatluak James John Kuol Lado Lual Majok Malual Peter Santino Simon Stephen Taban",
    families:
      "Ajak Akec Atem Ayuel Bior Bol Chol Deng Duku Gai Garang Gatkuoth Jok Kuol Lado Lam Machar Majok Makuei Malek Manyang Mayen Thon Wani",
    firms: "Equatoria Imatong Jonglei Juba Kapoeta Nile Sudd Yambio",
    firm: (name) => `${name} Trading Co. Ltd`
  },
  en_TZ: {
    female:
      "Agnes Aisha Amina Anna Asha Consolata Doreen Esther Fatuma Fortunata Grace Halima Joyce Mariam Mwanaidi Neema Pendo Rehema Rukia Saida Upendo Witness Zainabu Zuhura",
    male: "Abdallah Abel Ally Baraka Deogratias Elias Emmanuel Frank Godfrey Hamisi Hassan Issa Joseph Juma Kassim Musa Omary Rashidi Ramadhani Salum Selemani Yusuph",
    families:
      "Chacha Haule Juma Kapinga Kimaro Komba Lyimo Magesa Malisa Maro Massawe Mbwana Mhina Mkwawa Mollel Mosha Moshi Msuya Mushi Mwakyusa Mwita Ngowi Nyerere Sanga Shayo Shirima Swai Temu Urassa",
    firms: "Kilimanjaro Meru Mikumi Pwani Rufiji Serengeti Tumaini Uhuru",
    firm: (name) => `${name} Traders Ltd`
  },
  en_UG: {
    female:
      "Agnes Aisha Akello Apio Babirye Brenda Catherine Doreen Fatuma Florence Grace Harriet Jackline Joan Justine Mercy Nakato Patience Rose Sarah Scovia Sylvia Viola Winnie",
    male: "Brian Charles David Denis Emmanuel Francis Fred Geoffrey Godfrey Ibrahim Isaac Ivan Joseph Julius Kato Moses Okello Paul Richard Robert Ronald Samuel Wasswa",
    families:
      "Akello Asiimwe Atim Bagonza Byaruhanga Kabuye Kaggwa Kasozi Katumba Kiggundu Lubega Lule Mugisha Mukasa Musoke Mutebi Muwanga Nsubuga Ochieng Odongo Okello Okot Opio Ssali Ssempijja Tumusiime Twinomujuni Wasswa",
    firms: "Elgon Kyoga Nile Nyanza Pearl Rwenzori Ssese Victoria",
    firm: (name) => `${name} Enterprises Ltd`
  },
  en_ZM: {
    female:
      "Beatrice Bwalya Catherine Chanda Charity Chileshe Doreen Esther Grace Joyce Mercy Misozi Mutinta Mwansa Namukolo Natasha Precious Ruth Thandiwe Thelma",
    male: "Bwalya Chanda Charles Chisomo Davies Elijah Emmanuel Felix Gift Isaac Jackson Joseph Kelvin Kennedy Kondwani Limbani Moses Mwansa Peter Patrick",
    families:
      "Banda Bwalya Chama Chanda Chibwe Chileshe Chirwa Daka Hamoonga Kabwe Kalaba Kapambwe Kaunda Lungu Mbewe Moyo Mulenga Mumba Musonda Mwale Mwamba Mwansa Mwanza Ngoma Njobvu Nkhoma Phiri Sakala Simukonda Tembo Zimba Zulu",
    firms: "Chobe Kafue Kariba Luangwa Mosi Munali Nyika Zambezi",
    firm: (name) => `${name} Enterprises Limited`
  },
  en_ZW: {
    female:
      "Chipo Fadzai Farai Grace Kudzai Loveness Memory Nomsa Nyasha Patience Rudo Rumbidzai Ruvimbo Sibongile Tariro Tendai Thandeka Tsitsi Vimbai Yeukai",
    male: "Blessing Farai Gift Givemore Innocent Kudakwashe Lovemore Munashe Ngonidzashe Prosper Simbarashe Sipho Tafadzwa Takudzwa Tapiwa Tatenda Tawanda Thabani Tinashe Tonderai",
    families:
      "Chigumba Chikwanda Chirwa Dube Gumbo Hove Khumalo Mapfumo Marufu Mhlanga Moyo Mpofu Muchena Mudzingwa Mugabe Mutasa Muzenda Ncube Ndebele Ndlovu Ngwenya Nkomo Nyathi Nyoni Shumba Sibanda Sithole Zhou",
    firms: "Eastgate Gonarezhou Inyanga Jacaranda Matopo Mopane Musasa Zambezi",
    firm: (name) => `${name} (Pvt) Ltd`
  },
  fr_BF: {
    female:
      "Abibata Aïcha Alimata Aminata Awa Bintou Christelle Clarisse Fatimata Habibou Kadiatou Mariam Pauline Rasmata Salamata Sylvie Viviane Zénabou",
    male: "Abdoulaye Adama Aboubacar Boukary Boureima Christian Hamidou Idrissa Issa Jean-Baptiste Karim Moussa Oumarou Pascal Salif Seydou Souleymane Yacouba",
    families:
      "Bado Barry Bationo Compaoré Dabiré Diallo Dicko Ilboudo Kaboré Kafando Kiendrébéogo Kinda Konaté Nikiéma Ouattara Ouédraogo Sanogo Sanou Sawadogo Sorgho Tapsoba Tiendrébéogo Traoré Yaméogo Zerbo Zongo",
    firms: "Faso Karité Mouhoun Nazinga Sahel Sindou Teranga Yennenga",
    firm: (name) => `${name} SARL`
  },
  fr_BJ: {
    female:
      "Adjoa Afi Akouvi Bénédicte Chimène Clarisse Essi Eugénie Florence Gisèle Huguette Inès Mireille Pélagie Rachidatou Reine Sènami Sylvie",
    male: "Ayao Bonaventure Cossi Dieudonné Eustache Firmin Gildas Hervé Koffi Komlan Kossi Kodjo Landry Mathias Rodrigue Romuald Sèna Wilfried Yao",
    families:
      "Adjovi Agbodjan Agossou Ahouansou Akakpo Amegan Amouzou Assogba Ayité Azanmasso Dossou Ekoué Gbaguidi Gnassingbé Hounkpatin Houngbédji Houessou Kodjo Kponton Lawson Mensah Quenum Sossou Tossou Zinsou",
    firms: "Abomey Ganvié Kpalimé Mono Ouémé Pendjari Togoville Zou",
    firm: (name) => `${name} SARL`
  },
  fr_CD: {
    female:
      "Annie Béatrice Bibiche Chantal Clarisse Dorcas Élysée Espérance Francine Gisèle Godelieve Grâce Jolie Nadine Naomie Patience Rachel Ruth Solange Thérèse",
    male: "Alain Aimé Blaise Cédric Christian Dieudonné Emmanuel Fiston Gédéon Héritier Jean-Pierre Jonathan José Merveille Olivier Papy Patrick Serge Trésor Yannick",
    families:
      "Banza Bokassa Ilunga Kabamba Kabeya Kabongo Kalala Kalonji Kanyinda Kasongo Kazadi Kitenge Lokonda Lukusa Mabiala Makiese Malonga Mbuyi Mbuyamba Mukendi Mulumba Mutombo Mwamba Ngalula Ngoma Ngoy Nkulu Nzuzi Tshibangu Tshimanga",
    firms: "Inga Kasaï Katanga Lualaba Matadi Okapi Pool Virunga",
    firm: (name) => `Établissements ${name}`
  },
  fr_CI: {
    female:
      "Adjoua Affoué Ahou Akissi Amenan Aminata Amoin Aya Bintou Carine Estelle Fatoumata Mariam Marie-Laure Nadège Prisca Sandrine Solange",
    male: "Aboubacar Adama Brou Christian Didier Drissa Franck Ibrahim Jean-Claude Koffi Konan Kouadio Kouamé Lassina Mamadou Moussa Serge Yao Yacouba",
    families:
      "Aka Assi Bamba Brou Coulibaly Dembélé Diabaté Diarrassouba Doumbia Fofana Gnahoré Koffi Konan Koné Kouadio Kouamé Kouassi Kra Kouakou N'Dri N'Guessan N'Goran Ouattara Sangaré Soro Tanoh Touré Traoré Yao Zadi",
    firms: "Banco Bandama Comoé Cocody Ébène Lagune Sassandra Taï",
    firm: (name) => `${name} SARL`
  },
  fr_CM: {
    female:
      "Aïssatou Brigitte Carine Chantal Clarisse Estelle Esther Florence Hortense Irène Judith Laure Marceline Mireille Nadège Pauline Rosine Solange Sylvie Yvette",
    male: "Alain Armel Bertrand Blaise Boris Cédric Christian Daniel Emmanuel Ernest Fabrice Gaston Hervé Jean-Paul Joël Landry Martin Patrice Serge Thierry",
    families:
      "Abena Atangana Ateba Bella Biya Djoumessi Ebogo Ekani Essomba Etoundi Fokou Fotso Kamdem Kamga Kenfack Mbarga Mbida Mvondo Ndongo Ngono Nguema Nkoulou Obiang Onana Owona Tchakounté Tchoumi Tsafack Wandji",
    firms: "Bafia Dja Littoral Mungo Nyong Sanaga Waza Wouri",
    firm: (name) => `Établissements ${name}`
  },
  fr_MG: {
    female:
      "Bodo Fanja Faniry Fara Haingo Hanitra Harisoa Lalao Lalaina Mialy Miora Nirina Noro Onja Rova Sahondra Soa Tiana Vola Voahangy",
    male: "Andry Aina Faly Fidy Hery Jean Lova Mamy Mbola Miandry Naina Ny_Aina Patrick Rado Rija Rivo Solofo Tahina Toky Tojo",
    families:
      "Andriamanana Andrianarisoa Andrianjafy Rabary Rabe Rabemananjara Rajaonarivelo Rajaonarison Rakoto Rakotoarisoa Rakotomalala Rakotondrabe Ralaivao Ramanantsoa Randriamampionona Randrianasolo Ranaivo Rasoanaivo Rasolofo Ratsimba Ravelo Razafindrakoto Razafy Razanajatovo",
    firms: "Avana Baobab Lavitra Mahery Ravinala Sahasoa Tanana Voninkazo",
    firm: (name) => `Société ${name}`
  },
  fr_NE: {
    female:
      "Absatou Aïchatou Aminatou Balkissa Fati Fatouma Habsatou Hadiza Halima Mariama Nana Rahila Rakia Ramatou Salamatou Zara Zeinabou",
    male: "Abdou Abdoulaye Adamou Boubacar Daouda Hamidou Hassane Idrissa Issoufou Laouali Maman Mahamadou Mahamat Moussa Oumarou Salissou Seyni Souley",
    families:
      "Abdou Adamou Adoum Amadou Boubacar Boukari Brahim Djibo Garba Hamidou Hassane Ibrahim Idi Issaka Issoufou Kané Mahamadou Mahamane Mahamat Maïga Moussa Oumarou Saïdou Salifou Seyni Souleymane",
    firms: "Aïr Azawak Boboye Dallol Kawar Liptako Ténéré Termit",
    firm: (name) => `Établissements ${name}`
  },
  rw: {
    female:
      "Aline Ange Chantal Claudine Clarisse Denise Diane Divine Espérance Immaculée Jeanne Josiane Keza Liliane Marie Olive Pacifique Solange Uwase Vestine",
    male: "Aimable Alexis Bosco Célestin Claude Damascène Emmanuel Eric Fabrice Félix Innocent Jean Jean-Paul Olivier Pascal Patrick Théogène Thierry Vincent Yves",
    families:
      "Bizimana Gasana Habimana Habyarimana Hakizimana Iradukunda Irakoze Ishimwe Kagabo Kamanzi Kayitesi Mugabo Mugisha Mukamana Munyaneza Nahimana Ndayishimiye Ndikumana Niyonkuru Niyonzima Nkurunziza Nsengimana Nshimirimana Nzeyimana Rukundo Tuyisenge Umutoni Uwimana Uwineza",
    firms: "Akagera Gishwati Ikaze Imena Kivu Nyungwe Rusizi Urumuri",
    firm: (name) => `${name} Ltd`
  },
  en_KE: {
    female:
      "Faith Mercy Grace Joyce Esther Purity Caroline Mary Jane Lucy Beatrice Winnie Agnes Lilian Rose Susan Zawadi Neema Amina Halima",
    male: "Brian Kevin Dennis Peter John James Joseph Samuel David Daniel Paul Stephen George Victor Collins Felix Baraka Juma Hassan Abdi",
    families:
      "Kamau Otieno Mwangi Ochieng Kiprotich Mutua Njoroge Odhiambo Kariuki Maina Kimani Wafula Onyango Cheruiyot Koech Rotich Barasa Omondi Mutiso Wekesa Kibet Ouma Musyoka Gitau",
    firms: "Jamii Savanna Baobab Nyota Mlima Tumaini Mwangaza Twiga Acacia Pwani",
    firm: (name) => `${name} Traders Ltd`
  }
})
