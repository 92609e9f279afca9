import { describe, expect, it } from "@effect/vitest"
import { takesHouses, useOfAddress, useOfBuilding, useOfLand } from "../../../sources/surroundings/Uses.ts"

describe("what no longer exists, or does not exist yet", () => {
  it.each(["demolished:building", "disused:building", "construction:building", "proposed:building", "ruins"])(
    "MUST be no home, though its building is one: %s",
    (key) => {
      const tags = new Map([
        ["building", "house"],
        [key, "yes"]
      ])
      expect(useOfBuilding(tags)).toEqual({ kind: "other", tag: `${key}=yes` })
      expect(useOfAddress(new Map([[key, "yes"]]))).toEqual({ kind: "other", tag: `${key}=yes` })
    }
  )

  it("MUST read a list of buildings as often as requested, whatever was requested before", () => {
    const kinds = ["house;garage", "house", "entrance;house", "house;garage", "yes", "garage", ";"].map(
      (building) => useOfBuilding(new Map([["building", building]]))?.kind
    )
    expect(kinds).toEqual(["home", "home", undefined, "home", "open", "other", undefined])
  })

  it("MUST tell what a building was before from what it is", () => {
    const kindOf = (tags: Record<string, string>) => useOfAddress(new Map(Object.entries(tags))).kind
    expect(kindOf({ "was:building": "house" })).toBe("other")
    expect(kindOf({ "dismantled:building": "house" })).toBe("other")
    expect(kindOf({ building: "apartments", "was:building": "school" })).toBe("home")
    expect(kindOf({ building: "house", construction: "yes" })).toBe("other")
    expect(kindOf({ building: "house", construction: "minor" })).toBe("home")
    expect(kindOf({ building: "house", proposed: "yes" })).toBe("other")
    expect(kindOf({ building: "no", "was:building": "house" })).toBe("other")
    expect(kindOf({ "historic:building": "house" })).toBe("other")
    expect(kindOf({ building: "house", "historic:building": "barn" })).toBe("home")
  })

  it("MUST be no home if it is in ruins, and one if it is only damaged", () => {
    const kindOf = (key: string, value: string) =>
      useOfAddress(new Map(Object.entries({ building: "apartments", [key]: value }))).kind
    const lost = [
      "damage=destroyed",
      "damaged=collapsed",
      "building:condition=ruinous",
      "condition=derelict",
      "building:condition=under_construction",
      "ruined=yes",
      "end_date=2014-05",
      "end_date=~1990",
      "building:damage=total_collapse",
      "building:condition=uninhabitable",
      "habitable=no",
      "inhabited=no",
      "occupied=no",
      "uninhabited=yes",
      "vacant=yes",
      "seasonal=summer",
      "short_term_rental=yes"
    ]
    expect(lost.map((tag) => kindOf(...(tag.split("=") as [string, string])))).toEqual(Array(17).fill("other"))
    const standing = [
      "damage=minor",
      "damaged=yes",
      "building:condition=good",
      "condition=poor",
      "ruined=no",
      "end_date=",
      "inhabited=yes",
      "vacant=no"
    ]
    expect(standing.map((tag) => kindOf(...(tag.split("=") as [string, string])))).toEqual(Array(8).fill("home"))
  })

  it("MUST take a building that is a construction site for no home yet", () => {
    const site = new Map(Object.entries({ building: "apartments", landuse: "construction" }))
    expect(useOfBuilding(site)).toEqual({ kind: "other", tag: "landuse=construction" })
    expect(useOfAddress(site).kind).toBe("other")
    expect(useOfBuilding(new Map(Object.entries({ building: "house", landuse: "residential" })))?.kind).toBe("home")
  })
})

describe("what a building is used for", () => {
  const kindOf = (building: string, use: string, more: Record<string, string> = {}) =>
    useOfBuilding(new Map(Object.entries({ building, "building:use": use, ...more })))?.kind

  it.each([
    ["house", "office"],
    ["house", "commercial"],
    ["apartments", "hotel"],
    ["residential", "school;religious"],
    ["yes", "storage"],
    ["yes", "non_residential"]
  ])("MUST be stronger evidence against a home than what it was built as: %s used as %s", (building, use) => {
    expect(kindOf(building, use)).toBe("other")
  })

  it.each([
    ["commercial", "residential"],
    ["barn", "house"],
    ["church", "apartments"],
    ["yes", "commercial;residential"],
    ["yes", "Residential and Commercial"],
    ["retail", "commercial, residential"],
    ["retail", "stambeno-poslovni"],
    ["yes", "nhà ở"],
    ["yes", "habitacional"]
  ])("MUST be stronger evidence of a home than what it was built as: %s used as %s", (building, use) => {
    expect(kindOf(building, use)).toBe("home")
  })

  it("MUST count if each of several uses has a key of its own", () => {
    const uses = (...keys: ReadonlyArray<string>) =>
      Object.fromEntries(keys.map((key) => [`building:use:${key}`, "yes"]))
    const kindBy = (tags: Record<string, string>) => useOfBuilding(new Map(Object.entries(tags)))?.kind
    expect(kindBy({ building: "yes", ...uses("residential") })).toBe("home")
    expect(kindBy({ building: "commercial", ...uses("retail", "residential") })).toBe("home")
    expect(kindBy({ building: "yes", ...uses("retail") })).toBe("other")
    expect(kindBy({ building: "house", ...uses("mixed") })).toBe("home")
    expect(kindBy({ building: "yes", "building:use:residential": "no" })).toBe("open")
  })

  it("MUST count only if it says something, and not in a building that an institution takes", () => {
    expect(kindOf("house", "yes")).toBe("home")
    expect(kindOf("apartments", "mixed")).toBe("home")
    expect(kindOf("garage", "unknown")).toBe("other")
    expect(kindOf("apartments", "residential", { tourism: "hotel" })).toBe("other")
  })
})

describe("kinds of buildings that the wiki does not list", () => {
  const kindOf = (building: string, more: Record<string, string> = {}) =>
    useOfBuilding(new Map(Object.entries({ building, ...more })))?.kind

  it.each([
    "villa",
    "Townhouse",
    "row house",
    "semi-detached",
    "farmhouse",
    "block_of_flats",
    "condominium",
    "woonhuis",
    "共同住宅",
    "trullo"
  ])("MUST be homes if they are words for one: %s", (building) => {
    expect(kindOf(building)).toBe("home")
  })

  it.each([
    "living_house",
    "farm house",
    "end_of_terrace",
    "block of apartments",
    "triplex",
    "appartments",
    "almshouse",
    "resitental",
    "Residentail",
    "apartmetns",
    "detacched",
    "bungolow"
  ])("MUST be homes if they are other words for one, or misspelt: %s", (building) => {
    expect(kindOf(building)).toBe("home")
  })

  it.each([
    "presidential",
    "residencia",
    "departments",
    "attached",
    "detailed",
    "firehouse",
    "directory",
    "apart_hotels"
  ])("MUST not be homes if they are only like the word for one: %s", (building) => {
    expect(kindOf(building)).toBe("other")
  })

  it.each([
    "student_housing",
    "granny_flat",
    "sorority",
    "manufactured_home",
    "casa",
    "Mehrfamilienhaus",
    "rivitalo",
    "lodge",
    "дом",
    "einbýlishús",
    "fjölbýlishús",
    "πολυκατοικία",
    "μονοκατοικία",
    "куќа",
    "stanovanjska hiša",
    "Večstanovanjska_stavba",
    "rodinny dom",
    "bytovka",
    "sorház",
    "kortermaja",
    "gyvenamasis namas",
    "yaşayış_binası",
    "rumah_susun",
    "透天厝",
    "officetel",
    "casa habitación",
    "приватний будинок",
    "таунхаус",
    "biệt thự",
    "stambeni_objekt",
    "conjunto residencial",
    "多層住宅",
    "商住楼"
  ])("MUST be homes if they are words for one elsewhere: %s", (building) => {
    expect(kindOf(building)).not.toBe("other")
  })

  it.each(["dormitory", "student_accommodation", "student_accomodation"])(
    "MUST be homes if students live in an unspecific one: %s",
    (amenity) => {
      expect(kindOf("yes", { amenity })).toBe("home")
      expect(kindOf("hotel", { amenity })).toBe("other")
      expect(kindOf("yes", { amenity, tourism: "hostel" })).toBe("other")
      expect(useOfAddress(new Map([["amenity", amenity]]))).toEqual({ kind: "home", tag: `amenity=${amenity}` })
    }
  )

  it("MUST follow the rules of the kind that they are words for", () => {
    expect(kindOf("villa", { office: "lawyer" })).toBe("other")
    expect(kindOf("tenement", { shop: "bakery" })).toBe("home")
    expect(kindOf("tenement", { tourism: "hotel" })).toBe("other")
  })

  it.each(["1", "Sí", "block", "building", "edificio", "chalet", "other", "part", "ruko", "shack", "talo", "true"])(
    "MUST be left open if they say nothing: %s",
    (building) => {
      expect(kindOf(building)).toBe("open")
      expect(kindOf(building, { "building:type": "residential" })).toBe("home")
      expect(kindOf(building, { "building:type": "residential", shop: "bakery" })).toBe("other")
    }
  )

  it("MUST be no homes if other keys name another kind, and open if they say how they are built", () => {
    const of = (value: string) =>
      ["type", "function", "usage"].map((key) => kindOf("yes", { [`building:${key}`]: value }))
    expect(of("commercial")).toEqual(Array(3).fill("other"))
    expect(of("school;church")).toEqual(Array(3).fill("other"))
    expect(of("house")).toEqual(Array(3).fill("home"))
    expect(of("commercial;residential")).toEqual(Array(3).fill("home"))
    expect(of("masonry")).toEqual(Array(3).fill("open"))
    expect(kindOf("apartments", { "building:type": "commercial" })).toBe("home")
  })

  it("MUST be what the code of an import says, unless the building has a kind", () => {
    const byCode = (code: string, building = "yes", more = {}) =>
      kindOf(building, { "building:ruian:type": code, ...more })
    expect(["3", "6", "7"].map((code) => byCode(code))).toEqual(Array(3).fill("home"))
    expect(["8", "10", "18"].map((code) => byCode(code))).toEqual(Array(3).fill("other"))
    expect(["2", "19", "house"].map((code) => byCode(code))).toEqual(Array(3).fill("open"))
    expect(byCode("18", "house")).toBe("home")
    expect(byCode("7", "yes", { shop: "bakery" })).toBe("other")
  })

  it("MUST be homes by a compound that ends with a word for flats, unless these are for guests", () => {
    const compounds = [
      "council_flats",
      "luxury apartments",
      "HDB-flats",
      "Wohn-_und_Geschäftshaus",
      "Low-rise residential"
    ]
    expect(compounds.map((building) => kindOf(building))).toEqual(Array(5).fill("home"))
    const others = ["holiday_flats", "serviced_apartments", "guest_house", "barn", "_flats_office", "non_residential"]
    expect(others.map((building) => kindOf(building))).toEqual(Array(6).fill("other"))
  })

  it("MUST be homes by the end of a compound in other languages, unless these are for guests", () => {
    const compounds = [
      "tomannsbolig",
      "Mehrfamilienwohnhaus",
      "obiteljska_kuća",
      "連棟住宅",
      "edificio_de_departamentos"
    ]
    expect(compounds.map((building) => kindOf(building))).toEqual(Array(5).fill("home"))
    const others = ["feriebolig", "ferienwohnhaus", "recreatiewoning", "apartamentos_turísticos", "warehouse"]
    expect(others.map((building) => kindOf(building))).toEqual(Array(5).fill("other"))
  })

  it("MUST say of their land what they are, if nothing else does", () => {
    expect(kindOf("yes", { landuse: "residential" })).toBe("home")
    expect(["commercial", "industrial", "education"].map((landuse) => kindOf("yes", { landuse }))).toEqual(
      Array(3).fill("unclear")
    )
    expect(kindOf("yes", { landuse: "grass" })).toBe("open")
    expect(kindOf("yes", { landuse: "residential", shop: "bakery" })).toBe("other")
    expect(kindOf("yes", { landuse: "commercial", "building:flats": "8" })).toBe("home")
  })

  it("MUST be homes if one word stands for homes above shops", () => {
    expect(["residential_commercial", "retail-residential", "household"].map((building) => kindOf(building))).toEqual(
      Array(3).fill("home")
    )
  })

  it("MUST leave open what stands for homes and for something else", () => {
    expect(["mixed_use", "mobile_home", "static_caravan"].map((building) => kindOf(building))).toEqual(
      Array(3).fill("open")
    )
    expect(["holiday_home", "summer_house", "hut", "carport"].map((building) => kindOf(building))).toEqual(
      Array(4).fill("other")
    )
  })
})

describe("a social facility", () => {
  it("MUST be no home, with and without the tag that goes with it, unless it is one for tenants", () => {
    const kindOf = (tags: Record<string, string>) => useOfAddress(new Map(Object.entries(tags))).kind
    expect(kindOf({ building: "yes", social_facility: "nursing_home" })).toBe("other")
    expect(kindOf({ building: "apartments", social_facility: "group_home" })).toBe("other")
    expect(kindOf({ social_facility: "shelter" })).toBe("other")
    expect(kindOf({ building: "apartments", social_facility: "assisted_living" })).toBe("home")
    expect(kindOf({ building: "house", "social_facility:for": "senior" })).toBe("home")
    // The grounds of one in Dortmund that is called assisted living are those of a nursing home.
    const grounds = new Map(Object.entries({ amenity: "social_facility", social_facility: "assisted_living" }))
    expect(useOfLand(grounds)?.kind).toBe("other")
  })
})

describe("grounds", () => {
  const landOf = (tags: Record<string, string>) => {
    const land = useOfLand(new Map(Object.entries(tags)))
    return land === undefined ? undefined : [land.kind, land.tag, takesHouses(land)]
  }

  it("MUST be evidence against the houses on them if these are for guests, prisoners, soldiers or people in care", () => {
    expect(landOf({ tourism: "holiday_park" })).toEqual(["other", "tourism=holiday_park", true])
    expect(landOf({ landuse: "holiday_cottages" })).toEqual(["other", "landuse=holiday_cottages", true])
    expect(landOf({ amenity: "social_facility", social_facility: "nursing_home" })).toEqual([
      "other",
      "social_facility=nursing_home",
      true
    ])
    expect(landOf({ landuse: "military", military: "barracks" })).toEqual(["other", "military=barracks", true])
    // Families live on the base.
    expect(landOf({ landuse: "military", military: "base" })).toEqual(["other", "military=base", false])
    expect(landOf({ amenity: "school" })).toEqual(["other", "amenity=school", false])
  })

  it("MUST be residential if one of several uses is, and none of them rules it out", () => {
    expect(landOf({ landuse: "residential;farmland" })).toEqual(["home", "landuse=residential;farmland", false])
    expect(landOf({ landuse: "residential;commercial" })?.[0]).toBe("other")
    expect(landOf({ landuse: "farmland;grass" })).toBeUndefined()
  })

  it.each(["abandoned", "disused", "ruins"])(
    "MUST be evidence against all houses on land where nobody lives: %s",
    (state) => {
      expect(landOf({ landuse: "residential", [state]: "yes" })).toEqual(["other", `${state}=yes`, true])
      expect(landOf({ landuse: "residential", [state]: "no" })).toEqual(["home", "landuse=residential", false])
    }
  )

  it("MUST be evidence only against unspecific buildings on land that is still being built on", () => {
    expect(landOf({ landuse: "residential", construction: "yes" })).toEqual(["other", "construction=yes", false])
    expect(landOf({ landuse: "residential", proposed: "yes" })).toEqual(["other", "proposed=yes", false])
  })
})

describe("a monastery", () => {
  it("MUST be no home, unless its building is a block of flats now", () => {
    const kindOf = (building: string) =>
      useOfBuilding(new Map(Object.entries({ building, historic: "monastery" })))?.kind
    expect(kindOf("residential")).toBe("other")
    expect(kindOf("apartments")).toBe("home")
  })
})

describe("a mooring of houseboats", () => {
  it("MUST be a home, whatever boat lies there", () => {
    const mooring = new Map([["landuse", "houseboat"]])
    expect(useOfAddress(mooring)).toEqual({ kind: "home", tag: "landuse=houseboat" })
    expect(useOfLand(mooring)).toEqual({ kind: "home", tag: "landuse=houseboat" })
  })
})

describe("an embassy", () => {
  it.each([{ office: "diplomatic" }, { diplomatic: "embassy" }, { amenity: "embassy" }])(
    "MUST take the whole building, whatever it was built as: %j",
    (tags) => {
      const uses = ["apartments", "house", "yes"].map((building) =>
        useOfBuilding(new Map(Object.entries({ building, ...tags })))
      )
      expect(uses.map((use) => use?.kind)).toEqual(["other", "other", "other"])
    }
  )
})

describe("an address with traces of a business of unknown kind", () => {
  const kindOf = (tags: Record<string, string>) => useOfAddress(new Map(Object.entries(tags))).kind

  it("MUST be no home only because of what lies around it", () => {
    expect(kindOf({ name: "Joe's Grill", website: "https://joes.example" })).toBe("unclear")
    expect(kindOf({ name: "Scouts", "contact:phone": "+1 604 555 0100" })).toBe("unclear")
    expect(kindOf({ brand: "Avigilon" })).toBe("unclear")
    expect(kindOf({ name: "Commodore", sport: "10pin" })).toBe("unclear")
    expect(kindOf({ name: "Weeds On 4th", "payment:bitcoin": "yes" })).toBe("unclear")
    for (const key of [
      "police",
      "place_of_worship:type",
      "opening_hours:covid19",
      "fhrs:id",
      "healthcare:speciality",
      "dispensing",
      "ref:FR:SIRET",
      "type:FR:FINESS",
      "ref:INEP",
      "ref:TW:school",
      "gnis:feature_id",
      "health_facility:type",
      "uic_ref",
      "contact:email",
      "payment:cards",
      "operator",
      "service:vehicle:repair",
      "outdoor_seating",
      "self_service",
      "beds",
      "wholesale",
      "shop_1",
      "phone:2"
    ]) {
      expect(kindOf({ building: "yes", [key]: "yes" }), key).toBe("unclear")
    }
    // Homes in Berlin share their network with passers-by.
    expect(kindOf({ building: "yes", internet_access: "wlan", "internet_access:fee": "no" })).toBe("open")
    expect(kindOf({ building: "yes", "contact:phone": "no" })).toBe("open")
    for (const key of ["ref", "ref:bag", "ref:GB:uprn", "ref:ruian:building", "ref:linz:address_id", "school:ref"]) {
      expect(kindOf({ building: "yes", [key]: "12" }), key).toBe(key === "school:ref" ? "unclear" : "open")
    }
    expect(kindOf({ building: "yes", name: "Wittenauer Jazz-Scheune", website: "https://jazz.example" })).toBe(
      "unclear"
    )
  })

  it("MUST be a home if it says so itself", () => {
    expect(kindOf({ building: "apartments", name: "Parkview", website: "https://parkview.example" })).toBe("home")
    expect(kindOf({ building: "yes", "building:flats": "12", phone: "+1 604 555 0100" })).toBe("home")
  })
})

describe("an address whose name says what is there", () => {
  const kindOf = (name: string, more: Record<string, string> = {}) =>
    useOfAddress(new Map(Object.entries({ name, ...more }))).kind

  it.each([
    "Embury United Methodist Church",
    "Walter Kaufmann AG Sanitäre Anlagen & Heizungen",
    "Gemeindeverwaltung",
    "Freizeit und Kultur",
    "Primarschule",
    "Heimatmuseum",
    "Kasvimuseo",
    "Pflegeheim St. Anna",
    "Schiess-Sport-Verein Neuss 1962 e.V.",
    "Escuela Nº 12",
    "Mairie",
    "Centrum s.r.o.",
    "Администрация сельского поселения",
    "第一小学校",
    "ศาลากลางจังหวัดตาก",
    "有限会社山田",
    "Guest House Bella",
    "B&B Roma",
    "Ferienwohnung Meier",
    "Alpenhotel Malbun",
    "Chambres d’hôtes",
    "Hotel Villa Rosa",
    "Apartamentos Turísticos Sol",
    "The Old Bell Hotel",
    "Elm Street School",
    "Village Hall",
    "Elks Lodge 123",
    "Bob's Auto Body",
    "State Farm",
    "Farmacia Casa Blanca",
    "Casa de la Cultura",
    "Municipalidad",
    "Дом культуры",
    "Основно училище",
    "Dom zdravlja",
    "Atatürk İlkokulu",
    "Δημοτικό Σχολείο",
    "Βιβλιοπωλείο",
    "სკოლა №5",
    "Թիվ 3 դպրոց",
    "בית ספר",
    "المدرسة الابتدائية",
    "प्राथमिक विद्यालय",
    "Trường Tiểu học",
    "Chùa Vĩnh Nghiêm",
    "Cửa hàng Kim Ngọc",
    "Sekolah Dasar",
    "SMP Negeri 5",
    "วัดธาตุทอง",
    "สถานีตำรวจ",
    "강남우체국",
    "마을회관",
    "浄土寺",
    "東急ストア",
    "特別養護老人ホームさくら",
    "社区活动中心",
    "Apollo Hospitals",
    "Shule ya Msingi",
    "Ochotnicza Straż Pożarna",
    "Tűzoltóság",
    "ТП-123",
    "Дом-интернат для престарелых",
    "5-р сургууль",
    "Aile Sağlığı Merkezi",
    "מסעדת הגליל",
    "محطة وقود",
    "CEIP Cervantes",
    "Bar Sport",
    "Borracharia do Zé",
    "Missionskyrkan",
    "Deutsche Bundesbank",
    "AWO Seniorenpark",
    "Rechtsanwaltskanzlei Müller",
    "Dr. med. Müller",
    "Pâtisserie Lenoir",
    "Kwiaciarnia Ewa",
    "Kavárna Slavia",
    "Lekáreň",
    "Dom smútku",
    "Városháza",
    "Fodrászat",
    "Ráðhúsið kaffihús",
    "Gistiheimilið",
    "Svečių namai",
    "Külamaja",
    "Každodenní Pekařství",
    "Konoba Kod Ante",
    "Кафеана Старо Скопје",
    "Дарыкана",
    "Bələdiyyə",
    "Bolalar bog'chasi",
    "Эмийн сан",
    "აფთიაქი",
    "მაღაზია ნიკორა",
    "Համայնքապետարան",
    "خانه بهداشت",
    "أسواق النور",
    "תחנת דלק",
    "ຮ້ານອາຫານ",
    "ឱសថស្ថាន",
    "ဆေးခန်း",
    "ሆቴል",
    "Nyumba ya Wageni",
    "Verdulería",
    "Subcentro de Salud",
    "Frituur 't Hoekje",
    "Rendőrőrs",
    "Кав'ярня",
    "Občina Bled",
    "學區國小",
    "花园小学",
    "현대아파트 관리사무소",
    "Vaikų globos namai",
    "YMCA Hope",
    "1st Ludlow Scout Group",
    "ديوانية العجمي",
    "Lidl 12",
    "Tesco Express",
    "McDonald’s",
    "Casas Bahia",
    "ローソン"
  ])("MUST be no home only because of what lies around it: %s", (name) => {
    expect(kindOf(name)).toBe("unclear")
    expect(kindOf(name, { building: "yes" })).toBe("unclear")
    expect(useOfBuilding(new Map(Object.entries({ name, building: "yes" })))?.kind).toBe("unclear")
    expect(kindOf(name, { building: "apartments" })).toBe("home")
  })

  it.each([
    "Shaughnessy Lodge",
    "Church Street Apartments",
    "The Old School",
    "Alte Schule",
    "Station House",
    "Villa Victoria",
    "Edificio Banco Central",
    "教会通りマンション",
    "General Ltd Editions Tower",
    "Old Post Office",
    "Old Town Hall",
    "Temple Court",
    "Hospital Cottages",
    "Haus an der Kirche",
    "Cami Apartmanı",
    "Жилой дом завода",
    "Residencial Escola Parque",
    "サンハイツ中央",
    "As Oy Mänty",
    "Les Terrasses de l’Église",
    "Apartamenty Wilanów",
    "Кирпичный дом Парк",
    "عمارة الياسمين",
    "คอนโดลุมพินี",
    "Chung cư Hoàng Anh",
    "Lakshmi Nilayam",
    "Brf Solrosen",
    "Mehrfamilienhaus",
    "Portal 3",
    "B épület",
    "12/1"
  ])("MUST be left open if homes have such names: %s", (name) => {
    expect(kindOf(name)).toBe("open")
    expect(kindOf(name, { building: "yes" })).toBe("open")
  })

  it.each(["Kirchblick", "Riverbank", "Windsor Arms", "래미안", "스마트빌", "บ้านพักจังหวัดเชียงใหม่", "Rosmary Rocksalt"])(
    "MUST be left open only in a building, and at its parts and entrances, if it may be any: %s",
    (name) => {
      expect(kindOf(name)).toBe("unclear")
      for (const key of ["building", "building:part", "entrance"]) expect(kindOf(name, { [key]: "yes" })).toBe("open")
      expect(kindOf(name, { landuse: "residential" })).toBe("open")
    }
  )

  it("MUST be read in any language in which mappers give it, and as its official name", () => {
    expect(kindOf("Атуарфик", { "name:en": "Primary School" })).toBe("unclear")
    expect(kindOf("ZS 3", { official_name: "Základní škola 3" })).toBe("unclear")
    expect(kindOf("Karlův dvůr", { building: "yes", "name:etymology": "Charles University" })).toBe("open")
    expect(kindOf("Parkview", { "name:en": "Parkview Towers" })).toBe("open")
  })

  it("MUST be left open if the name is the house's address", () => {
    expect(kindOf("The Bakery", { "addr:housename": "The bakery" })).toBe("open")
    expect(kindOf("Talweg 3", { "addr:street": "Talweg", "addr:housenumber": "3" })).toBe("open")
  })

  it("MUST be no home because of what lies around it if mappers write the name in the place of the house's", () => {
    const kind = (house: string) =>
      useOfAddress(new Map(Object.entries({ building: "yes", "addr:housename": house, "addr:housenumber": "3" }))).kind
    for (const use of ["Village Hall", "St Mary's Church", "restaurant berlin", "Grundschule", "Barclays Bank"]) {
      expect(kind(use), use).toBe("unclear")
    }
    for (const house of [
      "Church View",
      "The Chapel",
      "Bank Chambers",
      "Old School",
      "Villa Agnes",
      "School Lane End"
    ]) {
      expect(kind(house), house).toBe("open")
    }
  })
})

describe("a building with a former use", () => {
  it("MUST be no home only because of what lies around it, as a former shop is none", () => {
    const tags = new Map([
      ["building", "yes"],
      ["disused:amenity", "kindergarten"]
    ])
    expect(useOfAddress(tags)).toEqual({ kind: "unclear", tag: "disused:amenity=kindergarten" })
    expect(useOfBuilding(tags)?.kind).toBe("open")
    expect(useOfAddress(new Map([...tags, ["building", "apartments"]])).kind).toBe("home")
  })
})

describe("tags beside the kind of a building", () => {
  const kindOf = (tags: Record<string, string>) => useOfAddress(new Map(Object.entries(tags))).kind

  it.each([{ "addr:flats": "20" }, { residential: "apartments" }, { residential: "yes" }, { house: "semi-detached" }])(
    "MUST make an unspecific building a home, unless something else is in it: %j",
    (tags) => {
      expect(kindOf({ building: "yes", ...tags })).toBe("home")
      expect(useOfBuilding(new Map(Object.entries({ building: "yes", ...tags })))?.kind).toBe("home")
      expect(kindOf({ building: "yes", ...tags, office: "lawyer" })).toBe("other")
      expect(kindOf({ building: "yes", ...tags, website: "https://example.com" })).toBe("unclear")
      expect(kindOf({ building: "school", ...tags })).toBe("other")
    }
  )

  it("MUST make a building with shops a home if it has flats, and no hotel or school", () => {
    const withFlats = (building: string, more = {}) => kindOf({ building, "building:flats": "12", ...more })
    expect(["retail", "commercial", "office", "commercial;retail"].map((building) => withFlats(building))).toEqual(
      Array(4).fill("home")
    )
    expect(["hotel", "school", "retail;hotel", "garage"].map((building) => withFlats(building))).toEqual(
      Array(4).fill("other")
    )
    expect(withFlats("retail", { tourism: "hotel" })).toBe("other")
    expect(
      ["units", "apartments", "dwellings"].map((key) => kindOf({ building: "yes", [`building:${key}`]: "4" }))
    ).toEqual(Array(3).fill("home"))
    const floors = ["childcare", "clinic", "kindergarten", "library", "place_of_worship"]
    expect(floors.map((amenity) => withFlats("apartments", { amenity }))).toEqual(Array(5).fill("home"))
    expect(floors.map((amenity) => kindOf({ building: "apartments", amenity }))).toEqual(Array(5).fill("other"))
    expect(
      ["school", "monastery", "nursing_home", "prison"].map((amenity) => withFlats("residential", { amenity }))
    ).toEqual(Array(4).fill("other"))
    expect(kindOf({ building: "apartments", amenity: "parking" })).toBe("home")
    expect(kindOf({ building: "yes", amenity: "parking" })).toBe("other")
    expect(kindOf({ building: "retail", "building:flats": "0" })).toBe("other")
    expect(kindOf({ entrance: "yes", "building:flats": "8" })).toBe("home")
    const range = { "addr:flats": "1-4" }
    const shops = { shop: "bakery", website: "https://example.com" }
    expect(["retail", "office", "yes", "hotel", "school"].map((building) => kindOf({ building, ...range }))).toEqual([
      "home",
      "home",
      "home",
      "other",
      "other"
    ])
    for (const building of ["retail", "yes"]) {
      expect(kindOf({ building, ...range, ...shops })).toBe("home")
      expect(kindOf({ building, "addr:flats": "1", ...shops })).toBe("other")
      expect(kindOf({ building, ...range, tourism: "hotel" })).toBe("other")
    }
  })

  it.each(["apartments,retail", "commercial/residential", "house, garage", "residential + commercial"])(
    "MUST read a list of kinds however it is separated: %s",
    (building) => {
      expect(kindOf({ building })).toBe("home")
    }
  )

  it("MUST take a block of flats for what takes all of it, by the words of today and of yesterday", () => {
    for (const amenity of ["retirement_home", "nursing_home", "hotel", "hostel", "convent", "events_venue"]) {
      expect(useOfBuilding(new Map(Object.entries({ building: "apartments", amenity })))?.kind, amenity).toBe("other")
    }
  })

  it("MUST leave a priest's house to what lies around it", () => {
    expect(["presbytery", "vicarage", "rectory", "parsonage"].map((building) => kindOf({ building }))).toEqual(
      Array(4).fill("open")
    )
  })
})

describe("a house for one household with a name", () => {
  const kindOf = (name: string, more: Record<string, string> = {}) =>
    useOfAddress(new Map(Object.entries({ building: "house", name, ...more }))).kind

  it("MUST be no home if the name is that of what is there, and one if it is a house's", () => {
    const others = [
      "Gasthof Adler",
      "Mairie",
      "Little Stars Nursery",
      "Детский сад",
      "保育園",
      "Guest House Bella",
      "Consulate General of Italy",
      "Church of the Nazarene",
      "Kreisverband DRK",
      "Suore Francescane",
      "Napsugár Apartman",
      "Palvelutalo Koivupirtti",
      "Barnehagen Solstua",
      "Zahnarztpraxis Dr. Kuhn",
      "Vivienda de uso turístico"
    ]
    expect(others.map((name) => kindOf(name))).toEqual(Array(15).fill("unclear"))
    const homes = [
      "Villa Anna",
      "Church View",
      "Bishop View",
      "The Bakery",
      "Am Bahnhof",
      "Vieille École",
      "Gamla Skolan",
      "The Old Bank"
    ]
    expect(homes.map((name) => kindOf(name))).toEqual(Array(8).fill("home"))
    expect(kindOf("Mairie", { building: "apartments" })).toBe("home")
    expect(kindOf("Skola", { "addr:housename": "Skola" })).toBe("home")
    expect(useOfBuilding(new Map(Object.entries({ building: "bungalow", name: "Kita" })))?.kind).toBe("unclear")
  })
})

describe("an address that is not a building", () => {
  const kindOf = (tags: Record<string, string>) => useOfAddress(new Map(Object.entries(tags))).kind

  it("MUST have the use of the part of a building that it is", () => {
    expect(kindOf({ "building:part": "apartments" })).toBe("home")
    expect(kindOf({ "building:part": "retail" })).toBe("other")
    expect(kindOf({ "building:part": "yes" })).toBe("open")
    expect(kindOf({ "building:part": "roof" })).toBe("open")
    expect(kindOf({ "building:part": "apartments", shop: "bakery" })).toBe("other")
  })

  it("MUST have the use of the building for which it stands", () => {
    expect(kindOf({ "building:use": "residential" })).toBe("home")
    expect(kindOf({ "building:use": "industrial" })).toBe("other")
    expect(kindOf({ "building:use:residential": "yes", entrance: "yes" })).toBe("home")
    expect(kindOf({ "building:use": "commercial", "addr:flats": "1-8" })).toBe("home")
    expect(kindOf({ "building:use": "residential", shop: "bakery" })).toBe("other")
    expect(kindOf({ "building:use": "yes" })).toBe("open")
  })

  it("MUST be left to its building if a lift is behind the door", () => {
    expect(kindOf({ entrance: "yes", highway: "elevator" })).toBe("open")
    expect(kindOf({ highway: "elevator", shop: "bakery" })).toBe("other")
    expect(kindOf({ highway: "services" })).toBe("unclear")
  })

  it("MUST be a home if it stands for a residential area of a kind, and none below a roof", () => {
    expect(kindOf({ landuse: "residential", residential: "apartments" })).toBe("home")
    expect(kindOf({ landuse: "residential", residential: "apartments", shop: "bakery" })).toBe("other")
    expect(kindOf({ building: "roof" })).toBe("unclear")
  })

  it("MUST be a home if it is a farm or a dwelling apart from villages, and nothing else", () => {
    expect(kindOf({ place: "farm" })).toBe("home")
    expect(kindOf({ place: "isolated_dwelling" })).toBe("home")
    expect(kindOf({ place: "farm", tourism: "guest_house" })).toBe("other")
    expect(kindOf({ place: "plot" })).toBe("open")
  })
})

describe("a block of flats with a shop", () => {
  it("MUST be a home at its address if that has several flats, but not if it has one", () => {
    const kindOf = (flats: string, more = {}) =>
      useOfAddress(new Map(Object.entries({ building: "apartments", shop: "bakery", "addr:flats": flats, ...more })))
        .kind
    expect(["1-8", "1;2", "A1-A4", "3", "B"].map((flats) => kindOf(flats))).toEqual([
      "home",
      "home",
      "home",
      "other",
      "other"
    ])
    expect(kindOf("1-8", { tourism: "hotel" })).toBe("other")
  })
})
