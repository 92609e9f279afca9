import { peoples } from "./People.ts"

const familyFirst = (first: string, last: string) => `${last} ${first}`

/** Names of Asia in Latin and Cyrillic letters. */
export const asia = peoples({
  en_BT: {
    female:
      "Chimi Choden Deki Dechen Deki Karma Kezang Kinley Lhamo Namgay Pema Phuntsho Sangay Sonam Tashi Tshering Yangchen Yeshey Zangmo",
    male: "Chencho Dawa Dorji Jamtsho Jigme Karma Kinley Kuenga Namgay Norbu Pema Phub Rinzin Sangay Sonam Tandin Tashi Thinley Tshering Ugyen",
    families:
      "Choden Dema Dendup Dorji Gyeltshen Jamtsho Lhamo Namgyel Norbu Pelden Penjor Phuntsho Rabgay Rinchen Tenzin Thinley Tobgay Tshering Wangchuk Wangdi Wangmo Yangzom Zangpo",
    firms: "Bumdra Druk Menjong Norling Punakha Taktsang Thimphu Yangphel",
    firm: (name) => `${name} Private Limited`
  },
  en_KH: {
    female:
      "Bopha Chanthy Chenda Dara Kanika Kolab Kunthea Leakhena Malis Maly Mealea Nary Phalla Rachana Sokha Sopheap Sophea Sreymom Srey_Leak Thida",
    male: "Bora Borey Chamroeun Dara Kosal Makara Narith Phirun Pisey Ratanak Rithy Samnang Sambath Sokha Sopheak Sovann Vanna Veasna Vibol Visal",
    families:
      "Chan Chea Chhim Chhoeun Heng Hun Im Kang Keo Khieu Kim Lim Long Ly Mao Meas Nhem Ouk Pich Prak Sam Sao Seng Sim Sok Som Tep Touch Un Vong",
    firms: "Angkor Apsara Bayon Kampot Mekong Rumduol Sovann Tonle",
    firm: (name) => `${name} Co., Ltd.`,
    fullName: familyFirst
  },
  en_LA: {
    female:
      "Amphone Bouakham Bounmy Chanthala Daovone Khamla Keo Latsamy Manivone Noy Oulayvanh Phetsamone Phouvanh Sengdao Somchit Soukanda Vanida Vilayvanh",
    male: "Anousone Bounthavy Bounmy Chanthavong Khamphet Khamsing Kongkeo Kham Oudone Phonesavanh Phoutthasone Sengphet Somboun Somphone Souk Thongchanh Viengkham Xaysana",
    families:
      "Chanthavong Inthavong Keobounphanh Khamvongsa Luangrath Manivong Outhavong Phanthavong Phetsavanh Phommachanh Phongsavath Sayavong Sengsouvanh Siphandone Sisavath Sisoulith Soukhaseum Souvannavong Vannavong Vilaysack Vongphachanh Xayavong",
    firms: "Champa Dokmai Lane_Xang Mekong Naga Phousi Siphan Vang",
    firm: (name) => `${name} Sole Co., Ltd`
  },
  en_LK: {
    female:
      "Amaya Anoma Chamari Dilani Dinithi Fathima Ishara Iresha Kamala Kumari Nadeesha Nethmi Nilmini Nirosha Priyanka Rashmi Ruwani Sanduni Sewwandi Shanthi Thilini Udeni",
    male: "Ajith Asanka Chaminda Chathura Dilshan Dinesh Gayan Harsha Isuru Janaka Kasun Lahiru Mohamed Nimal Nuwan Pradeep Prasanna Roshan Ruwan Sanath Suresh Tharindu Upul",
    families:
      "Abeysekera Amarasinghe Bandara Cooray Dias Dissanayake Ekanayake Fernando Gamage Gunasekara Gunawardena Herath Jayasinghe Jayasuriya Jayawardena Karunaratne Kumara Liyanage Mendis Perera Peiris Rajapakse Ranasinghe Ranatunga Rathnayake Senanayake Silva Sivakumar Wickramasinghe Wijesinghe",
    firms: "Araliya Ceylinco Kandula Lak Mahaweli Nelum Ruhunu Sigiri",
    firm: (name) => `${name} (Pvt) Ltd`
  },
  // Burmese have no family names.
  en_MM: {
    female:
      "Aye Aye_Aye Ei_Ei Hla Hnin Khin Khin_Mar Mar_Lar May May_Thu Mya Nandar Nilar Nwe Phyu Sandar Su_Su Thandar Thida Zin",
    male: "Aung Aung_Ko Htet Htun Kyaw Kyaw_Zin Min Moe Myint Myo Nay Phyo Soe Thant Thein Thura Tin Win Wai Ye Zaw",
    families:
      "Aung Cho Htay Htun Htwe Khaing Kyi Kyaw Lin Lwin Maung Moe Myint Naing Nyunt Oo Paing San Sein Soe Than Thant Thein Thwin Tun Win Zaw",
    firms: "Aye Bagan Golden_Lotus Inle Kandawgyi Padonmar Pyay Shwe",
    firm: (name) => `${name} Co., Ltd.`
  },
  en_SG: {
    female:
      "Amanda Angela Cheryl Chloe Denise Elaine Esther Eunice Fiona Geraldine Grace Jasmine Jocelyn Joanne Kimberly Michelle Pearl Rachel Serene Sharon Shermaine Stephanie Valerie Vivian",
    male: "Aaron Adrian Alvin Benjamin Bryan Clarence Daniel Darren Derek Desmond Edwin Eugene Gabriel Ivan Jason Jeremy Jonathan Kelvin Kenneth Marcus Nicholas Raymond Ryan Terence Wei_Jie",
    families:
      "Ang Chan Chang Cheong Chia Chong Chua Foo Goh Heng Ho Kang Koh Kwok Lau Lee Leong Liew Lim Loh Low Neo Ng Ong Pang Peh Quek Seah Seow Sim Soh Tan Tay Teo Toh Wee Wong Yeo Yong",
    firms: "Bukit Changi Esplanade Kallang Marina Merlion Orchid Raintree Straits Tembusu",
    firm: (name) => `${name} Pte. Ltd.`
  },
  // Malays have no family names: the father's name follows bin or binti.
  ms: {
    female:
      "Aina Aishah Alia Amirah Azlina Balqis Faridah Fatin Hidayah Izzati Khadijah Liyana Mariam Nadia Nurul Nor_Azizah Rohani Rosnah Siti Siti_Aminah Suhaila Syafiqah Zainab Zarina",
    male: "Adam Ahmad Aiman Amir Azlan Azman Danial Faisal Farid Hafiz Hakim Haziq Imran Ismail Izzat Kamarul Khairul Mohd_Firdaus Muhammad Nizam Rahim Rosli Syafiq Zulkifli",
    families: [
      "Abdullah Abdul_Rahman Ahmad Ali Aziz Bakar Daud Hamid Hashim Hassan Hussein Ibrahim Idris Ismail Jamaluddin",
      "Kassim Mahmud Mohamad Mohd_Noor Mohd_Yusof Musa Omar Osman Othman Razak Salleh Sulaiman Talib Yusof Zainal"
    ]
      .join(" ")
      .split(" ")
      .map((father) => `binti_${father}/bin_${father}`)
      .join(" "),
    firms: "Cahaya Cempaka Delima Kenari Kinabalu Melati Seri_Maju Warisan",
    firm: (name) => `${name} Sdn. Bhd.`
  },
  kk: {
    female:
      "Айгүл Айнұр Айым Ақмарал Алия Алтынай Аружан Асель Балжан Гүлнар Гүлмира Дана Динара Жанар Жансая Зарина Қарлығаш Құралай Мадина Назгүл Нұргүл Сәуле Томирис Шолпан",
    male: "Алмас Арман Асқар Бауыржан Бекзат Болат Дархан Дастан Ерлан Ержан Ерболат Жандос Қайрат Қанат Марат Мейрам Мұрат Нұрлан Нұрсұлтан Олжас Рүстем Санжар Серік Тимур",
    families:
      "Абдрахманова/Абдрахманов Әбенова/Әбенов Алимова/Алимов Асқарова/Асқаров Ахметова/Ахметов Бекова/Беков Дүйсенова/Дүйсенов Ермекова/Ермеков Есенова/Есенов Жакупова/Жакупов Жұмабаева/Жұмабаев Ибраева/Ибраев Искакова/Искаков Қасымова/Қасымов Құсаинова/Құсаинов Махметова/Махметов Мұратова/Мұратов Нұрғалиева/Нұрғалиев Омарова/Омаров Оспанова/Оспанов Садықова/Садықов Сәрсенова/Сәрсенов Смағұлова/Смағұлов Сүлейменова/Сүлейменов Тілеубаева/Тілеубаев Юсупова/Юсупов",
    firms: "Алатау Алтын Байтерек Жетісу Қыран Сарыарқа Тұлпар Шапағат",
    firm: (name) => `«${name}» ЖШС`
  },
  ky: {
    female:
      "Айгүл Айжан Айнура Айпери Алтынай Асел Бермет Бегимай Гүлмира Гүлнара Гүлзат Динара Жазгүл Жаңыл Каныкей Миргүл Назгүл Нургүл Сайкал Чолпон",
    male: "Азамат Айбек Акжол Алмаз Бакыт Бекболот Данияр Дастан Жаныбек Илимбек Канат Кубат Мирлан Нурбек Нурлан Самат Талант Таалайбек Улан Эрмек",
    families:
      "Абдыкадырова/Абдыкадыров Акматова/Акматов Алиева/Алиев Асанова/Асанов Бейшенова/Бейшенов Жумабекова/Жумабеков Исакова/Исаков Кадырова/Кадыров Касымова/Касымов Маматова/Маматов Мамбетова/Мамбетов Молдобаева/Молдобаев Омурбекова/Омурбеков Осмонова/Осмонов Сыдыкова/Сыдыков Токтогулова/Токтогулов Турдубаева/Турдубаев Усенова/Усенов Шаршенова/Шаршенов Эсенова/Эсенов",
    firms: "Ала-Тоо Бакай Жибек Манас Нур Сары-Өзөн Тулпар Ысык-Көл",
    firm: (name) => `«${name}» ЖЧК`
  },
  tg: {
    female:
      "Анора Гулнора Гулчеҳра Дилафрӯз Заррина Зебо Лола Мадина Манижа Мавҷуда Мехринисо Мунира Нигина Нигора Парвина Сайёра Ситора Фарзона Фирӯза Шаҳло",
    male: "Абдулло Акмал Аслам Баҳром Далер Диловар Дилшод Зафар Исмоил Комрон Манучеҳр Мирзо Муҳаммад Некрӯз Парвиз Рустам Сорбон Сухроб Фаррух Фирдавс Хуршед",
    families:
      "Абдуллоева/Абдуллоев Азизова/Азизов Алиева/Алиев Бобоева/Бобоев Ғаниева/Ғаниев Давлатова/Давлатов Ҷӯраева/Ҷӯраев Иброҳимова/Иброҳимов Каримова/Каримов Мирзоева/Мирзоев Назарова/Назаров Раҳимова/Раҳимов Раҷабова/Раҷабов Саидова/Саидов Сафарова/Сафаров Солеҳова/Солеҳов Тоирова/Тоиров Холова/Холов Шарипова/Шарипов Юсуфова/Юсуфов",
    firms: "Бадахшон Вахш Дӯстӣ Зарафшон Помир Сомон Хуҷанд Ҳисор",
    firm: (name) => `ҶДММ «${name}»`
  },
  tk: {
    female:
      "Akjemal Aknabat Altyn Aýgül Aýna Aýsoltan Bahar Bägül Enejan Gözel Gülnabat Gülşat Jeren Jemal Läle Maral Mähri Ogulgerek Ogulsapar Oguljan Sona Täzegül",
    male: "Amangeldi Annamyrat Aşyr Atamyrat Batyr Begenç Begmyrat Çary Döwlet Döwran Gurban Guwanç Hemra Maksat Merdan Muhammet Myrat Nazar Orazmyrat Rahym Serdar Süleýman",
    families:
      "Amangeldiýewa/Amangeldiýew Annaýewa/Annaýew Annagulyýewa/Annagulyýew Ataýewa/Ataýew Atamyradowa/Atamyradow Babaýewa/Babaýew Batyrowa/Batyrow Berdiýewa/Berdiýew Çaryýewa/Çaryýew Durdyýewa/Durdyýew Garaýewa/Garaýew Geldiýewa/Geldiýew Gurbanowa/Gurbanow Hojaýewa/Hojaýew Meredowa/Meredow Myradowa/Myradow Nazarowa/Nazarow Orazowa/Orazow Rejepowa/Rejepow Saparowa/Saparow",
    firms: "Altyn_Asyr Balkan Bedew Berkarar Garagum Gülzemin Köpetdag Merw",
    firm: (name) => `"${name}" HJ`
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
  en_PH: {
    female:
      "Maria Angelica Kristine Jasmine Rosario Cristina Marites Lourdes Maricel Rowena Analyn Jennylyn Corazon Rosalie Divina Imelda Teresita Luzviminda Charito Aileen",
    male: "Jose Juan Antonio Ramon Eduardo Roberto Ricardo Mark Jayson Rommel Reynaldo Rodrigo Ernesto Danilo Rogelio Arnel Jerome Christian Emmanuel Ferdinand",
    families:
      "Santos Reyes Cruz Bautista Garcia Mendoza Aquino Ramos Villanueva Castillo Navarro Mercado Salazar Domingo Pascual Tolentino Macaraeg Dimaculangan Panganiban Manalo Lacson Pangilinan Catacutan Evangelista",
    firms: "Bayanihan Sampaguita Maharlika Kalinga Mayon Bituin Luntian Agila Narra Amihan",
    firm: (name) => `${name} Trading Corp.`
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
    fullName: familyFirst
  }
})
