import { peoples } from "./People.ts"

/** Names of America and of the Pacific. */
export const america = peoples({
  // The countries of the Caribbean in which English is spoken, Guyana and Belize among them.
  en_JM: {
    female:
      "Alicia Althea Angela Anisa Candice Carlene Charmaine Claudette Crystal Damali Donna Georgia Indira Jacinth Jody-Ann Kadian Kerry-Ann Keisha Kimberly Marcia Monique Nadine Natasha Nicola Paulette Rochelle Sasha Shanice Sherry-Ann Simone Tanesha Tricia",
    male: "Andre Anthony Christopher Clive Courtney Damion Delroy Desmond Devon Donovan Errol Everton Garfield Ian Jermaine Joel Kareem Kemar Kevin Leroy Marlon Nigel Omar Oneil Patrick Ravi Ricardo Rohan Romario Sean Trevor Winston",
    families:
      "Alexander Allen Bailey Baptiste Barrett Bennett Blake Brown Campbell Charles Clarke Cumberbatch Daley Davis Edwards Forbes Francis Gordon Grant Green Henry James John Johnson Jones Joseph King Lewis Mohammed Morgan Morrison Persaud Peters Phillips Pierre Powell Ramdin Reid Richards Roberts Robinson Samuels Scott Singh Smith Stewart Thomas Thompson Walker Wallace White Williams Wilson Wright",
    firms: "Blue_Bay Cane_Hill Coral Hibiscus Harbour_View Palm Sunrise Trade_Winds",
    firm: (name) => `${name} Trading Ltd.`
  },
  en_FJ: {
    female:
      "Adi Anaseini Arieta Asenaca Ashika Kelera Litia Losalini Mereoni Merewalesi Nandini Priya Reshmi Salote Seini Shobna Sulueti Torika Vasiti Vani",
    male: "Aminiasi Anil Apisai Epeli Filimoni Ilaitia Isikeli Jone Josefa Kiniviliame Mosese Nemani Peni Ratu Ravinesh Rohit Sakiusa Semi Tevita Vijay",
    families:
      "Bale Bola Chand Cakau Delana Gounder Kumar Lal Maharaj Naidu Naisoro Nand Narayan Prasad Raj Ram Ratu Reddy Sharma Singh Tagi Tora Vakaloloma Vakatawa Waqa",
    firms: "Bula Coral Koro Lagoon Reef Suva Viti Yasawa",
    firm: (name) => `${name} (Fiji) Ltd`
  },
  en_PG: {
    female:
      "Agnes Alice Anna Betty Cathy Dorothy Elizabeth Freda Grace Helen Janet Jenny Joyce Julie Kila Margaret Mary Naomi Rachel Ruth Serah Susan",
    male: "Albert Andrew Ben Charles Daniel David Francis George Henry Jack James John Joseph Kevin Mathew Michael Moses Paul Peter Philip Simon Steven Thomas",
    families:
      "Aihi Aisa Bani Gima Haro Iamo Kaia Kalo Kanawi Kapi Kari Kaupa Kila Kuman Manu Mek Moses Naime Namaliu Pala Pato Rarua Sapak Tau Toua Wari Wingti Yama",
    firms: "Bismarck Frangipani Garden Highlands Kumul Kundu Laloki Owen",
    firm: (name) => `${name} Trading Ltd`
  },
  en_WS: {
    female:
      "Ana Faith Fetu Filomena Fuatino Lagi Lavinia Lesieli Lose Lupe Malia Mele Moana Sefina Sia Sieni Siosiana Sina Tiresa Vaosa",
    male: "Afa Alipate Faleolo Ioane Iosefo Isileli Lotu Mikaele Pita Sefo Semisi Sefa Sione Siaosi Siosaia Tavita Tevita Toma Viliami Wiliame",
    families:
      "Afamasaga Aumua Fainga'a Faleafa Fifita Fonoti Kaufusi Latu Lemalu Leota Lolohea Malietoa Manu Mataele Moala Pauga Petelo Sapolu Schwenke Seumanu Tafuna Tamasese Taufa Tuilagi Tuilaepa Tupou Vaipulu Vea",
    firms: "Fetu Lagoon Moana Palolo Savaii Siapo Tagaloa Vaiala",
    firm: (name) => `${name} Trading Ltd`
  },
  // Many Haitian family names are given names.
  fr_HT: {
    female:
      "Carline Chantale Dieula Edwige Esther Fabiola Guerda Islande Jeannette Judith Ketlie Lovely Magalie Manouchka Marie-Ange Mirlande Nadège Rose-Laure Roseline Yvrose",
    male: "Clifford Daniel Dieudonné Emmanuel Evens Fritz Gérald Guy Jacques Jean Jean-Robert Jeff Joseph Kesner Luckner Patrick Pierre-Louis Ricardo Wilner Wisler",
    families:
      "Altidor Antoine Augustin Baptiste Bien-Aimé Casimir Charles Delva Desir Dorvil Estimé Étienne Exantus François Germain Jean Jean-Baptiste Joseph Joachim Laurent Louis Milfort Noël Paul Philippe Pierre Pierre-Louis Saint-Fleur Saint-Louis Toussaint Valcin",
    firms: "Artibonite Citadelle Lakay Macaya Palmiste Soley Tamarin Tortue",
    firm: (name) => `${name} S.A.`
  },
  en_NZ: {
    female:
      "Amelia Anahera Anna Aroha Charlotte Chloe Ella Emma Georgia Grace Hannah Hine Isla Jessica Kiri Kirsty Lucy Marama Mere Mia Ngaire Nicola Olivia Rachel Ruby Sophie Tui Zoe",
    male: "Ben Blair Callum Craig Daniel Grant Hemi Hunter Jack James Joshua Liam Luke Manaia Mason Matthew Nikau Noah Oliver Rawiri Sam Shane Tama Tane Thomas William Wiremu",
    families:
      "Anderson Bell Brown Campbell Chen Clark Cooper Davis Edwards Faleolo Fraser Graham Harris Henare Hughes Johnson Jones King Kumar Leota Martin McDonald McKenzie Mitchell Morgan Murray Ngata Paki Parata Patel Rangi Reid Robertson Robinson Scott Singh Smith Stewart Tamihere Taylor Thompson Tuhoe Turner Walker Wang White Williams Wilson Wood Young",
    firms: "Kauri Rimu Pukeko Tasman Southern Aoraki Kowhai Harbourside Weka Totara",
    firm: (name) => `${name} Holdings Limited`
  }
})
