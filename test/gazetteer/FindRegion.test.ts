import { assert, describe, it } from "@effect/vitest"
import { iso31662 } from "iso-3166"
import { findRegion } from "../../src/gazetteer/Regions.ts"

describe("Regions of ISO 3166-2", () => {
  it.each([
    ["US", "California", "US-CA"],
    ["US", "ca", "US-CA"],
    ["US", "US-CA", "US-CA"],
    ["DE", "baden-wurttemberg", "DE-BW"],
    // The region and its only province share their name.
    ["ES", "La Rioja", "ES-RI"],
    ["ES", "Cantabria", "ES-CB"],
    ["ES", "Illes Balears", "ES-IB"],
    // "Madrid, Comunidad de" is the region, "Madrid" its province.
    ["ES", "Madrid", "ES-MD"],
    ["ES", "Comunidad de Madrid", "ES-MD"],
    ["BD", "Dhaka", "BD-C"],
    ["GN", "Kindia", "GN-D"],
    ["CA", "B.C.", "CA-BC"],
    ["CA", "Ont.", "CA-ON"],
    ["CA", "P.E.I.", "CA-PE"],
    ["US", "N.Y.", "US-NY"],
    ["US", "W. Va.", "US-WV"],
    ["US", "Calif.", "US-CA"],
    ["AU", "N.S.W.", "AU-NSW"],
    ["AU", "Vic.", "AU-VIC"],
    // Withdrawn codes come last.
    ["LU", "Luxembourg", "LU-LU"],
    // A province that shares its name with no region stands for itself.
    ["ES", "Girona", "ES-GI"]
  ])("%s: %s is %s", (country, text, code) => {
    assert.strictEqual(findRegion(country, text)?.code, code)
  })

  it.each([
    // A city beside the region of its name.
    ["KZ-75", "Almaty", "Алматы", "Алматы қаласы", "город Алматы"],
    ["KZ-19", "Almaty oblysy", "Almaty Region", "Алматинская область", "Алматы облысы"],
    ["UZ-TK", "Tashkent", "Toshkent shahri", "г. Ташкент"],
    ["UZ-TO", "Toshkent viloyati", "Tashkent Region", "Ташкентская область"],
    ["HR-21", "Zagreb", "Grad Zagreb"],
    ["HR-01", "Zagrebačka županija", "Zagreb County"],
    ["BY-HM", "г. Минск", "Minsk"],
    ["UA-32", "Kyiv Oblast", "Київська область"],
    ["UA-30", "м. Київ", "Kyiv"],
    ["UA-46", "Lviv Oblast", "Львівська область"],
    // Hyphens, apostrophes and saints are written in several ways.
    ["FR-IDF", "Ile de France", "Île-de-France"],
    ["FR-ARA", "Auvergne Rhone Alpes"],
    ["CD-BC", "Kongo-Central", "Kongo Central"],
    ["UZ-QR", "Qoraqalpog'iston Respublikasi", "Qoraqalpogʻiston Respublikasi"],
    ["BB-08", "St. Michael", "St Michael", "Saint Michael"],
    ["RU-SPE", "St. Petersburg", "Saint Petersburg", "г. Санкт-Петербург"],
    // Umlauts, ø and å are two letters where a keyboard lacks them.
    ["DE-BW", "Baden-Wuerttemberg", "Land Baden-Wuerttemberg"],
    ["DE-TH", "Thueringen", "Freistaat Thueringen"],
    ["AT-2", "Kaernten"],
    ["AT-3", "Niederoesterreich"],
    ["CH-ZH", "Zuerich", "Kanton Zuerich"],
    ["CH-GR", "Graubuenden"],
    ["NO-15", "Moere og Romsdal"],
    ["NO-50", "Troendelag"],
    ["SE-M", "Skaane", "Skaane laen"],
    ["SE-T", "Oerebro laen"],
    ["FI-04", "Etelae-Savo"],
    ["EE-60", "Laeaene-Virumaa"],
    // Other words for the unit.
    ["RO-CJ", "județul Cluj", "Judetul Cluj"],
    ["MY-14", "Wilayah Persekutuan Kuala Lumpur", "WP Kuala Lumpur", "W.P. Kuala Lumpur"],
    ["LY-TB", "طرابلس", "شعبية طرابلس", "Tripoli"],
    ["BD-C", "ঢাকা", "ঢাকা বিভাগ", "Dhaka"],
    ["MM-06", "ရန်ကုန်", "Yangon"],
    ["KR-11", "서울시", "서울", "서울특별시"],
    ["IE-D", "Co Dublin", "Co. Dublin"],
    // Former codes and names, and those in other languages.
    ["IN-TS", "TG", "Telangana"],
    ["PH-14", "BARMM", "ARMM", "Bangsamoro"],
    ["ID-PE", "Papua Pegunungan", "Highland Papua"],
    ["TJ-DU", "Душанбе", "Dushanbe"],
    ["KM-G", "Ngazidja", "Grande Comore"],
    ["MR-13", "Nouakchott Ouest", "Nouakchott-Ouest"],
    ["MW-S", "Southern Region", "Chakumwera"],
    ["TD-ND", "N'Djamena", "Ndjamena", "Ville de N'Djamena"],
    ["BE-VLG", "Vlaanderen", "Flandre", "Flanders", "Vlaams Gewest"],
    ["BE-WAL", "Wallonie", "Région wallonne", "Waals Gewest", "Wallonië"],
    ["BE-BRU", "Bruxelles-Capitale", "Brussels"],
    ["MX-CMX", "CDMX", "Ciudad de México", "Distrito Federal", "D.F."],
    ["MX-NLE", "NL", "N.L.", "Nuevo León"],
    ["MX-ROO", "Q. Roo", "Q Roo", "Quintana Roo"],
    ["BG-22", "София-град", "София (столица)"],
    ["CY-01", "Λευκωσία", "Επαρχία Λευκωσίας", "Nicosia", "Lefkosia"],
    ["GR-I", "Αττική", "Περιφέρεια Αττικής", "Attica", "Attikí"],
    ["AE-DU", "دبي", "إمارة دبي", "Dubai", "Dubayy"],
    ["SA-01", "الرياض", "منطقة الرياض", "Riyadh", "Ar Riyāḑ"],
    ["EG-C", "القاهرة", "محافظة القاهرة", "Cairo", "Al Qāhirah"],
    ["JO-AM", "عمان", "محافظة العاصمة", "Amman"],
    ["IR-23", "تهران", "استان تهران", "Tehran", "Tehrān"],
    ["MA-06", "الدار البيضاء-سطات", "Casablanca-Settat"],
    ["TH-50", "เชียงใหม่", "จังหวัดเชียงใหม่", "Chiang Mai"],
    ["AM-AR", "Արարատ", "Արարատի մարզ"],
    ["JP-07", "福島", "福島県", "Fukushima", "Fukushima-ken", "Hukusima"],
    ["KR-48", "경남", "경상남도", "Gyeongnam", "Gyeongsangnam-do"],
    ["IE-CO", "Co. Cork", "County Cork", "Cork"],
    ["IT-BZ", "Bolzano", "Bozen", "Südtirol"],
    ["IN-KA", "Karnataka", "Karnātaka"],
    ["IN-JK", "Jammu & Kashmir", "Jammu and Kashmir"],
    ["DE-NW", "NRW", "Nordrhein-Westfalen", "NW"],
    ["RU-BU", "Republic of Buryatia", "Республика Бурятия"],
    ["ID-JK", "DKI Jakarta"],
    ["NO-56", "Finnmark - Finnmárku - Finmarkku", "Finnmárku", "Finnmark fylke", "フィンマルク県"],
    // Of 2020 to 2023, as older data has it.
    ["NO-30", "Viken"],
    ["VN-SG", "TP. Hồ Chí Minh", "TP Hồ Chí Minh"],
    // In labels with their names in two languages or scripts.
    ["BE-BRU", "Région de Bruxelles-Capitale - Brussels Hoofdstedelijk Gewest", "Bruxelles - Brussel"],
    ["BE-VAN", "Antwerpen / Anvers", "Anvers"],
    ["BE-VBR", "Brabant flamand"],
    ["IT-32", "Trentino-Alto Adige/Südtirol", "Trentino-Südtirol"],
    ["IT-BZ", "Bolzano - Bozen", "Bolzano/Bozen", "Provincia autonoma di Bolzano - Alto Adige"],
    ["IT-23", "Valle d'Aosta / Vallée d'Aoste"],
    ["ES-PV", "Euskadi", "Euskadi / País Vasco"],
    ["ES-NC", "Navarra - Nafarroa"],
    ["ES-VI", "Araba/Álava"],
    ["ES-VC", "Comunitat Valenciana / Comunidad Valenciana"],
    ["FI-12", "Pohjanmaa - Österbotten"],
    ["FI-18", "Uusimaa / Nyland"],
    ["CH-FR", "Fribourg - Freiburg"],
    ["CH-GR", "Graubünden/Grigioni/Grischun"],
    ["CH-VS", "Valais/Wallis"],
    ["GB-WLS", "Wales / Cymru"],
    ["CA-NB", "New Brunswick / Nouveau-Brunswick"],
    ["NL-FR", "Fryslân", "Fryslân / Friesland"],
    ["MA-06", "Casablanca-Settat الدار البيضاء-سطات"],
    ["MA-04", "Rabat-Salé-Kénitra ⵕⵕⴱⴰⵟ ⵙⵍⴰ ⵇⵏⵉⵟⵔⴰ الرباط-سلا-القنيطرة"],
    ["RS-00", "Београд", "Grad Beograd"]
  ])("MUST be found as locals call them: %s", (code, ...names) => {
    for (const name of names) assert.strictEqual(findRegion(code.slice(0, 2), name)?.code, code, name)
  })

  it.each([
    ["BE-WAL", "Région wallonne"],
    ["BE-BRU", "Région de Bruxelles-Capitale"],
    ["CA-QC", "Québec"],
    ["AE-DU", "Dubai"],
    ["JP-27", "Osaka"],
    ["JP-09", "Tochigi"],
    ["IN-MH", "Maharashtra"],
    ["IR-01", "Gilan"],
    ["NP-P3", "Bagmati"],
    ["OM-MA", "Muscat"],
    ["AM-ER", "Yerevan"],
    ["DE-BY", "Bayern"],
    ["UA-46", "Lvivska oblast"]
  ])("MUST have the name that addresses there have in Latin letters: %s is %s", (code, name) => {
    assert.strictEqual(findRegion(code.slice(0, 2), code)?.name, name)
  })

  it("every code is found as itself, by whatever case", () => {
    for (const { code } of iso31662) {
      assert.strictEqual(findRegion(code.slice(0, 2), code.toLowerCase())?.code, code)
    }
  })

  it("what nobody calls a region is none", () => {
    assert.isUndefined(findRegion("DE", "Atlantis"))
    assert.isUndefined(findRegion("XX", "California"))
    for (const text of [".", "St.", "N.W."]) assert.isUndefined(findRegion("US", text), text)
    for (const label of ["Bayern / Hessen", "Bayern - Atlantis", "Sachsen-Anhalt/Thüringen"]) {
      assert.isUndefined(findRegion("DE", label), label)
    }
  })
})
