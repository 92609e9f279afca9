import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { iso31661 } from "iso-3166"
import type { AddressComponents } from "../../schemas/Address.ts"
import { formatAddress } from "../../src/formatting/AddressFormat.ts"
import { hasPostcodes } from "../../src/formatting/Postcodes.ts"

type Parts = Omit<AddressComponents, "country">

const countryNames = new Intl.DisplayNames(["en"], { type: "region" })
const format = (country: string, parts: Parts) =>
  formatAddress(country, { ...parts, country: countryNames.of(country)! })

/**
 * Addresses in the format of the country's post, or of libaddressinput. The line with the country is tested separately.
 */
const table: ReadonlyArray<readonly [country: string, parts: Parts, lines: ReadonlyArray<string>, source: string]> = [
  [
    "US",
    {
      houseNumber: "203",
      street: "East Gwinnett Street",
      unit: "4",
      city: "Savannah",
      region: "Georgia",
      regionCode: "US-GA",
      postcode: "31401"
    },
    ["203 East Gwinnett Street #4", "Savannah, GA 31401"],
    "USPS Publication 28, 213.5"
  ],
  [
    "US",
    {
      houseNumber: "1400",
      street: "Pennsylvania Avenue NW",
      unit: "Apt 12",
      city: "Washington",
      region: "District of Columbia",
      regionCode: "US-DC",
      postcode: "20004"
    },
    ["1400 Pennsylvania Avenue NW Apt 12", "Washington, DC 20004"],
    "USPS Publication 28, 213"
  ],
  [
    "PR",
    { houseNumber: "100", street: "Calle San Sebastián", city: "San Juan", postcode: "00901" },
    ["100 Calle San Sebastián", "San Juan, PR 00901"],
    "USPS Publication 28, 295"
  ],
  [
    "CA",
    {
      houseNumber: "1234",
      street: "West 10th Avenue",
      unit: "5",
      city: "Vancouver",
      region: "British Columbia",
      regionCode: "CA-BC",
      postcode: "V6H 1J2"
    },
    ["1234 West 10th Avenue #5", "Vancouver, BC V6H 1J2"],
    "Canada Post Addressing Guidelines"
  ],
  [
    "AI",
    { houseNumber: "5", street: "Coronation Avenue", city: "The Valley", postcode: "2640" },
    ["5 Coronation Avenue", "The Valley", "AI-2640"],
    "Universal Postal Union: the letters are part of the postcode"
  ],
  [
    "BS",
    {
      houseNumber: "21",
      street: "Shirley Street",
      city: "Nassau",
      region: "New Providence",
      regionCode: "BS-NP"
    },
    ["21 Shirley Street", "Nassau, New Providence"],
    "In English, the number comes first"
  ],
  [
    "LC",
    { houseNumber: "12", street: "Bridge Street", city: "Castries", postcode: "LC04101" },
    ["12 Bridge Street", "Castries LC04 101"],
    "Universal Postal Union: a space before the last three digits"
  ],
  [
    "VU",
    { houseNumber: "3", street: "Lini Highway", city: "Port Vila" },
    ["3 Lini Highway", "Port Vila"],
    "In English, the number comes first"
  ],
  [
    "EH",
    { houseNumber: "12", street: "Avenue Mohammed V", city: "Laâyoune", postcode: "70000" },
    ["12 Avenue Mohammed V", "70000 Laâyoune"],
    "As in Morocco, whose post delivers there"
  ],
  [
    "FM",
    { houseNumber: "10", street: "Kaselehlie Street", city: "Kolonia", postcode: "96941" },
    ["10 Kaselehlie Street", "Kolonia, FM 96941"],
    "USPS Publication 28, appendix B"
  ],
  [
    "MH",
    {
      houseNumber: "3",
      street: "Lagoon Road",
      city: "Majuro",
      region: "Majuro",
      regionCode: "MH-MAJ",
      postcode: "96960"
    },
    ["3 Lagoon Road", "Majuro, MH 96960"],
    "USPS Publication 28, appendix B"
  ],
  [
    "PW",
    {
      houseNumber: "3",
      street: "Main Street",
      city: "Koror",
      region: "Koror",
      regionCode: "PW-150",
      postcode: "96940"
    },
    ["3 Main Street", "Koror, PW 96940"],
    "USPS Publication 28, appendix B"
  ],
  [
    "QA",
    { houseNumber: "12", street: "Street 850", district: "Zone 25", city: "Doha" },
    ["12 Street 850", "Zone 25", "Doha"],
    "Qatar National Address: building, street, zone"
  ],
  [
    "CD",
    { houseNumber: "12", street: "Avenue du Commerce", district: "Gombe", city: "Kinshasa" },
    ["12, Avenue du Commerce", "Gombe", "Kinshasa"],
    "The communes of Kinshasa have streets of the same names"
  ],
  [
    "MM",
    {
      houseNumber: "12",
      street: "Anawrahta Road",
      district: "Kyauktada Township",
      city: "Yangon",
      region: "Yangon",
      regionCode: "MM-06",
      postcode: "11182"
    },
    ["12 Anawrahta Road", "Kyauktada Township", "Yangon, 11182"],
    "libaddressinput, with the township"
  ],
  [
    "BN",
    {
      houseNumber: "5",
      street: "Simpang 137",
      district: "Kampong Gadong",
      city: "Bandar Seri Begawan",
      region: "Brunei-Muara",
      regionCode: "BN-BM",
      postcode: "BE4119"
    },
    ["5, Simpang 137", "Kampong Gadong", "Bandar Seri Begawan BE4119"],
    "libaddressinput: town and postcode on one line"
  ],
  [
    "HT",
    { houseNumber: "25", street: "Rue Capois", city: "Port-au-Prince", postcode: "6110" },
    ["25, Rue Capois", "HT6110 Port-au-Prince"],
    "libaddressinput, whose sign is part of the postcode"
  ],
  [
    "MN",
    {
      houseNumber: "12",
      street: "Энхтайваны өргөн чөлөө",
      district: "Сүхбаатар дүүрэг",
      city: "Улаанбаатар",
      region: "Улаанбаатар",
      regionCode: "MN-1",
      postcode: "14200"
    },
    ["Энхтайваны өргөн чөлөө 12", "Сүхбаатар дүүрэг", "Улаанбаатар", "14200"],
    "libaddressinput; the number with its street"
  ],
  [
    "KR",
    {
      houseNumber: "152",
      street: "테헤란로",
      district: "강남구",
      city: "서울",
      region: "서울특별시",
      regionCode: "KR-11",
      postcode: "06236"
    },
    ["서울특별시 강남구 테헤란로 152", "06236"],
    "A city of the first level is written once"
  ],
  [
    "TW",
    {
      houseNumber: "45",
      street: "市府路",
      district: "信義區",
      city: "台北",
      region: "臺北市",
      regionCode: "TW-TPE",
      postcode: "110"
    },
    ["110", "臺北市信義區市府路45號"],
    "A city of the first level is written once"
  ],
  [
    "AU",
    {
      houseNumber: "12",
      street: "Collins Street",
      unit: "4",
      city: "Melbourne",
      region: "Victoria",
      regionCode: "AU-VIC",
      postcode: "3000"
    },
    ["4/12 Collins Street", "Melbourne VIC 3000"],
    "AS 4590: unit, slash, number"
  ],
  [
    "GB",
    {
      houseNumber: "12",
      street: "County Road",
      unit: "4",
      building: "Rose House",
      district: "Clifton",
      city: "Bristol",
      region: "England",
      postcode: "BS1 4ST"
    },
    ["Flat 4", "Rose House", "12 County Road", "Clifton", "Bristol", "BS1 4ST"],
    "Royal Mail, dependent locality before the post town"
  ],
  [
    "DE",
    { houseNumber: "12", street: "Hauptstraße", unit: "4", city: "Berlin", region: "Berlin", postcode: "10178" },
    ["Hauptstraße 12 // 4", "10178 Berlin"],
    "DIN 5008"
  ],
  [
    "AT",
    { houseNumber: "12", street: "Mustergasse", unit: "3", city: "Wien", postcode: "1010" },
    ["Mustergasse 12/3", "1010 Wien"],
    "Österreichische Post"
  ],
  ...["Top 4", "Stiege 2", "Stiege 2 Top 5"].map(
    (unit) =>
      [
        "AT",
        { houseNumber: "12", street: "Mustergasse", unit, city: "Wien", postcode: "1010" },
        [`Mustergasse 12/${unit}`, "1010 Wien"],
        "ÖNORM A 1080"
      ] as const
  ),
  [
    "AU",
    { houseNumber: "12", street: "High Street", unit: "Flat 4", city: "Perth", postcode: "6000" },
    ["Flat 4", "12 High Street", "Perth 6000"],
    "AS/NZS 4819: what is no number has no slash."
  ],
  [
    "AU",
    { houseNumber: "12", street: "High Street", unit: "B", city: "Perth", postcode: "6000" },
    ["B/12 High Street", "Perth 6000"],
    "AS/NZS 4819"
  ],
  [
    "CZ",
    { houseNumber: "12", district: "Dolní Lhota", city: "Lhota", postcode: "39301" },
    ["Dolní Lhota 12", "393 01 Lhota"],
    "Česká pošta: the part of the municipality stands for the street."
  ],
  [
    "CZ",
    { houseNumber: "12", city: "Lhota", postcode: "39301" },
    ["Lhota 12", "393 01 Lhota"],
    "Česká pošta: village and number without a street"
  ],
  [
    "RO",
    { houseNumber: "12", city: "Mihăești", postcode: "237260" },
    ["Mihăești nr. 12", "237260 Mihăești"],
    "a village whose houses are numbered without streets"
  ],
  [
    "IT",
    {
      houseNumber: "76/b",
      street: "Via Merulana",
      city: "Roma",
      region: "Roma",
      regionCode: "IT-RM",
      postcode: "00185"
    },
    ["Via Merulana 76/b", "00185 Roma RM"],
    "Poste Italiane: code of the province"
  ],
  [
    "ES",
    {
      houseNumber: "5",
      street: "Carrer Major",
      unit: "2º 1ª",
      city: "Sitges",
      region: "Barcelona",
      regionCode: "ES-B",
      postcode: "08870"
    },
    ["Carrer Major, 5, 2º 1ª", "08870 Sitges", "Barcelona"],
    "Correos: province below the town"
  ],
  [
    "ES",
    {
      houseNumber: "5",
      street: "Calle Mayor",
      city: "Madrid",
      region: "Madrid, Comunidad de",
      regionCode: "ES-MD",
      postcode: "28013"
    },
    ["Calle Mayor, 5", "28013 Madrid"],
    "Correos: no autonomous community"
  ],
  [
    "HU",
    { houseNumber: "7", street: "Nádor utca", city: "Budapest", postcode: "1051" },
    ["1051 Budapest", "Nádor utca 7."],
    "Magyar Posta"
  ],
  [
    "HU",
    { houseNumber: "7/A.", street: "Nádor utca", city: "Budapest", postcode: "1051" },
    ["1051 Budapest", "Nádor utca 7/A."],
    "no second full stop"
  ],
  [
    "SE",
    { houseNumber: "12", street: "Storgatan", unit: "1201", city: "Malmö", postcode: "21122" },
    ["Storgatan 12 lgh 1201", "211 22 Malmö"],
    "PostNord: lgh and apartment number"
  ],
  [
    "BR",
    {
      houseNumber: "7",
      street: "Rua 7",
      unit: "Apto 4",
      district: "Centro",
      city: "São Paulo",
      region: "São Paulo",
      regionCode: "BR-SP",
      postcode: "01310100"
    },
    ["Rua 7, 7, Apto 4", "Centro", "São Paulo - SP", "01310-100"],
    "Correios"
  ],
  [
    "TR",
    {
      houseNumber: "5",
      street: "Moda Cad.",
      unit: "3",
      district: "Caferağa Mah.",
      city: "Kadıköy",
      region: "İstanbul",
      postcode: "34710"
    },
    ["Caferağa Mah. Moda Cad. No: 5 D: 3", "34710 Kadıköy/İstanbul"],
    "PTT"
  ],
  [
    "TR",
    { houseNumber: "No:5", street: "Moda Cad.", unit: "3", city: "Kadıköy", region: "İstanbul", postcode: "34710" },
    ["Moda Cad. No:5 D: 3", "34710 Kadıköy/İstanbul"],
    "no second sign"
  ],
  [
    "TR",
    {
      houseNumber: "12",
      street: "İstiklal Caddesi",
      unit: "5",
      district: "Beyoğlu",
      city: "İstanbul",
      region: "İstanbul",
      postcode: "34430"
    },
    ["İstiklal Caddesi No: 12 D: 5", "34430 Beyoğlu/İstanbul"],
    "PTT: the district with the province"
  ],
  [
    "TR",
    {
      houseNumber: "12",
      street: "Atatürk Caddesi",
      district: "Merkez Mahallesi",
      city: "Bolu",
      region: "Bolu",
      postcode: "14100"
    },
    ["Merkez Mahallesi Atatürk Caddesi No: 12", "14100 Bolu"],
    "PTT: the neighbourhood before the street"
  ],
  [
    "AE",
    { houseNumber: "12", street: "شارع الشيخ زايد", unit: "4", city: "دبي", region: "امارة دبي" },
    ["شقة 4", "12 شارع الشيخ زايد", "دبي"],
    "Emirates Post: the city says the emirate"
  ],
  [
    "EG",
    {
      houseNumber: "15",
      street: "شارع طلعت حرب",
      district: "وسط البلد",
      city: "القاهرة",
      region: "محافظة القاهرة",
      postcode: "11511"
    },
    ["15 شارع طلعت حرب", "وسط البلد", "القاهرة", "11511"],
    "Egypt Post: the city says the governorate"
  ],
  [
    "IE",
    { houseNumber: "12", street: "O’Connell Street Lower", city: "Dublin 1", region: "Dublin", postcode: "D01F5P2" },
    ["12 O’Connell Street Lower", "Dublin 1", "D01 F5P2"],
    "An Post: a district of Dublin says the county"
  ],
  [
    "SG",
    { houseNumber: "123", street: "Bishan Street 12", unit: "04-12", city: "Singapore", postcode: "570123" },
    ["123 Bishan Street 12 #04-12", "Singapore 570123"],
    "SingPost"
  ],
  [
    "JP",
    {
      houseNumber: "1-1",
      district: "千代田",
      building: "皇居ハイツ",
      unit: "101",
      city: "千代田区",
      region: "東京都",
      regionCode: "JP-13",
      postcode: "100-0001"
    },
    ["〒100-0001", "東京都千代田区千代田1-1", "皇居ハイツ 101号室"],
    "Japan Post"
  ],
  [
    "JP",
    { houseNumber: "1-1", district: "Chiyoda", city: "Chiyoda-ku", region: "Tokyo", postcode: "100-0001" },
    ["1-1 Chiyoda", "Chiyoda-ku, Tokyo 100-0001"],
    "Japan Post, English form"
  ],
  [
    "CN",
    {
      houseNumber: "99",
      street: "南京东路",
      district: "黄浦区",
      unit: "1201室",
      city: "上海市",
      region: "上海市",
      postcode: "200001"
    },
    ["200001", "上海市黄浦区南京东路99号1201室"],
    "China Post; the municipality once"
  ],
  [
    "TW",
    { houseNumber: "1", street: "市府路", district: "信義區", city: "臺北市", region: "臺北市", postcode: "110" },
    ["110", "臺北市信義區市府路1號"],
    "Chunghwa Post"
  ],
  [
    "TW",
    { houseNumber: "1", street: "市府路", city: "台北市", region: "臺北市", postcode: "110" },
    ["110", "台北市市府路1號"],
    "Chunghwa Post; the city once, whichever 台 it is written with"
  ],
  [
    "HK",
    { houseNumber: "1", street: "皇后大道中", district: "中環", region: "香港島" },
    ["香港島中環皇后大道中1號"],
    "Hongkong Post"
  ],
  [
    "KR",
    {
      houseNumber: "152",
      street: "테헤란로",
      unit: "101동 202호",
      district: "역삼동",
      city: "강남구",
      region: "서울특별시",
      postcode: "06236"
    },
    ["서울특별시 강남구 테헤란로 152, 101동 202호 (역삼동)", "06236"],
    "도로명주소: neighbourhood in parentheses"
  ],
  [
    "KR",
    { houseNumber: "152-1", district: "역삼동", city: "강남구", region: "서울특별시" },
    ["서울특별시 강남구 역삼동 152-1"],
    "지번주소"
  ],
  [
    "TH",
    {
      houseNumber: "12/3",
      street: "ถนนสุขุมวิท",
      district: "แขวงคลองเตย",
      city: "เขตคลองเตย",
      region: "กรุงเทพมหานคร",
      postcode: "10110"
    },
    ["12/3 ถนนสุขุมวิท", "แขวงคลองเตย เขตคลองเตย", "กรุงเทพมหานคร 10110"],
    "Thailand Post"
  ],
  [
    "TH",
    {
      houseNumber: "12/3",
      street: "ถนนสุขุมวิท",
      district: "เขตวัฒนา",
      city: "กรุงเทพมหานคร",
      region: "กรุงเทพมหานคร",
      regionCode: "TH-10",
      postcode: "10110"
    },
    ["12/3 ถนนสุขุมวิท", "เขตวัฒนา", "กรุงเทพมหานคร 10110"],
    "Thailand Post"
  ],
  [
    "VN",
    {
      houseNumber: "12",
      street: "Đường Nguyễn Huệ",
      district: "Quận 1",
      city: "Thành phố Hồ Chí Minh",
      region: "Hồ Chí Minh",
      regionCode: "VN-SG",
      postcode: "700000"
    },
    ["12 Đường Nguyễn Huệ", "Quận 1", "Thành phố Hồ Chí Minh 700000"],
    "libaddressinput"
  ],
  [
    "BY",
    {
      houseNumber: "12",
      street: "праспект Незалежнасці",
      city: "Мінск",
      region: "Минск",
      regionCode: "BY-HM",
      postcode: "220030"
    },
    ["220030 Мінск", "праспект Незалежнасці, 12"],
    "Universal Postal Union"
  ],
  [
    "RU",
    {
      houseNumber: "10",
      street: "улица Ленина",
      unit: "5",
      city: "Тверь",
      region: "Тверская область",
      postcode: "170100"
    },
    ["улица Ленина, 10, кв. 5", "Тверь", "Тверская область", "170100"],
    "Почта России"
  ],
  [
    "RU",
    { houseNumber: "10", street: "Lenina Street", unit: "5", city: "Tver", postcode: "170100" },
    ["Lenina Street, 10, kv. 5", "Tver", "170100"],
    "Почта России, in Latin letters"
  ],
  [
    "GB",
    { houseNumber: "12", street: "Queen Street", city: "Cardiff", postcode: "CF102BU" },
    ["12 Queen Street", "Cardiff", "CF10 2BU"],
    "Royal Mail: a space before the inward code"
  ],
  [
    "JE",
    { houseNumber: "12", street: "King Street", city: "St Helier", postcode: "JE24WF" },
    ["12 King Street", "St Helier", "JE2 4WF"],
    "Jersey Post"
  ],
  [
    "MT",
    { houseNumber: "12", street: "Triq ir-Repubblika", unit: "4", city: "Valletta", postcode: "VLT1110" },
    ["Flat 4", "12 Triq ir-Repubblika", "Valletta", "VLT 1110"],
    "MaltaPost"
  ],
  [
    "JP",
    { houseNumber: "1-1", district: "千代田", city: "千代田区", region: "東京都", postcode: "1000001" },
    ["〒100-0001", "東京都千代田区千代田1-1"],
    "Japan Post: hyphen after the third digit"
  ],
  [
    "LT",
    { houseNumber: "12", street: "Gedimino pr.", unit: "5", city: "Vilnius", postcode: "01103" },
    ["Gedimino pr. 12-5", "LT-01103 Vilnius"],
    "Lietuvos paštas"
  ],
  [
    "LV",
    { houseNumber: "12", street: "Brīvības iela", unit: "5", city: "Rīga", postcode: "LV-1010" },
    ["Brīvības iela 12-5", "Rīga, LV-1010"],
    "Latvijas Pasts"
  ],
  [
    "LU",
    { houseNumber: "12", street: "Rue de Strasbourg", city: "Luxembourg", postcode: "2561" },
    ["12 Rue de Strasbourg", "L-2561 Luxembourg"],
    "POST Luxembourg"
  ],
  [
    "MD",
    { houseNumber: "12", street: "Strada Albișoara", unit: "5", city: "Chișinău", postcode: "2001" },
    ["Strada Albișoara, 12, ap. 5", "MD-2001 Chișinău"],
    "Poșta Moldovei"
  ],
  [
    "AZ",
    { houseNumber: "70", street: "Nizami küçəsi", unit: "5", city: "Bakı", region: "Bakı", postcode: "1010" },
    ["Nizami küçəsi 70, mən. 5", "AZ1010 Bakı"],
    "Azərpoçt"
  ],
  [
    "BE",
    { houseNumber: "16", street: "Rue de la Loi", unit: "bte 3", city: "Bruxelles", postcode: "1000" },
    ["Rue de la Loi 16 bte 3", "1000 Bruxelles"],
    "bpost: the box after the number"
  ],
  [
    "BE",
    { houseNumber: "16", street: "Wetstraat", unit: "3", city: "Brussel", postcode: "1000" },
    ["Wetstraat 16/3", "1000 Brussel"],
    "a box without its word"
  ],
  [
    "BG",
    { houseNumber: "12", street: "ул. Раковски", district: "Средец", city: "София", postcode: "1000" },
    ["ул. Раковски 12", "Средец", "1000 София"],
    "libaddressinput: %Z %C"
  ],
  [
    "XK",
    { houseNumber: "12", street: "Rruga Nëna Terezë", city: "Prishtinë", postcode: "10000" },
    ["Rruga Nëna Terezë 12", "10000 Prishtinë"],
    "libaddressinput: %Z %C"
  ],
  [
    "AM",
    { houseNumber: "12", street: "Աբովյան փողոց", city: "Երևան", region: "Երևան", postcode: "0010" },
    ["Աբովյան փողոց 12", "0010", "Երևան"],
    "Armenian writes the number after the street."
  ],
  [
    "BH",
    { houseNumber: "12", street: "Road 1234", district: "Block 312", city: "Manama", postcode: "312" },
    ["12 Road 1234", "Block 312", "Manama 312"],
    "Bahrain Post: house, road, block"
  ],
  [
    "GT",
    { houseNumber: "5-10", street: "6a Avenida", district: "Zona 1", city: "Guatemala", postcode: "01001" },
    ["6a Avenida 5-10", "Zona 1", "01001-Guatemala"],
    "The zone tells streets of one number apart."
  ],
  [
    "PH",
    {
      houseNumber: "12",
      street: "Rizal Avenue",
      unit: "4",
      district: "Santa Cruz",
      city: "Manila",
      region: "Metro Manila",
      postcode: "1003"
    },
    ["Unit 4", "12 Rizal Avenue", "Santa Cruz", "1003 Manila", "Metro Manila"],
    "PHLPost: the postcode before the city"
  ],
  [
    "CZ",
    { houseNumber: "12", street: "Dlouhá", unit: "5", city: "Praha", postcode: "11000" },
    ["Dlouhá 12, byt 5", "110 00 Praha"],
    "A bare number above the street is read as the house's."
  ],
  [
    "AL",
    { houseNumber: "12", street: "Rruga Myslym Shyri", unit: "5", city: "Tiranë", postcode: "1001" },
    ["Rruga Myslym Shyri 12, ap. 5", "1001", "Tiranë"],
    "The same."
  ],
  [
    "GE",
    { houseNumber: "12", street: "რუსთაველის გამზირი", unit: "5", city: "თბილისი", postcode: "0108" },
    ["რუსთაველის გამზირი 12, ბინა 5", "0108 თბილისი"],
    "The same, in the country's script."
  ],
  [
    "IS",
    { houseNumber: "12", street: "Laugavegur", unit: "201", city: "Reykjavík", postcode: "101" },
    ["Laugavegur 12, íbúð 201", "101 Reykjavík"],
    "The same."
  ],
  [
    "JO",
    { houseNumber: "12", street: "Rainbow Street", city: "Amman", postcode: "11181" },
    ["Rainbow Street 12", "Amman 11181"],
    "Universal Postal Union and libaddressinput: the postcode after the city"
  ],
  [
    "IR",
    {
      houseNumber: "12",
      street: "Valiasr Street",
      unit: "5",
      city: "Tehran",
      region: "Alborz",
      regionCode: "IR-30",
      postcode: "1193612345"
    },
    ["Unit 5", "12 Valiasr Street", "Tehran", "Alborz", "11936-12345"],
    "Universal Postal Union, in Latin letters: the city stood between the unit and the street"
  ],
  [
    "CL",
    { houseNumber: "1234", street: "Avenida Providencia", unit: "501", city: "Providencia", postcode: "7500000" },
    ["Avenida Providencia 1234, Dpto. 501", "7500000 Providencia"],
    "Correos de Chile"
  ],
  [
    "CO",
    {
      houseNumber: "# 45-12",
      street: "Calle 26",
      unit: "301",
      city: "Bogotá",
      region: "Distrito Capital de Bogotá",
      regionCode: "CO-DC",
      postcode: "111321"
    },
    ["Calle 26 # 45-12, Apto. 301", "111321 Bogotá"],
    "The capital district is the city."
  ],
  [
    "AR",
    {
      houseNumber: "1234",
      street: "Rivadavia",
      city: "Buenos Aires",
      region: "Ciudad Autónoma de Buenos Aires",
      regionCode: "AR-C",
      postcode: "C1033AAP"
    },
    ["Rivadavia 1234", "C1033AAP Buenos Aires"],
    "The autonomous city is the city, and Correo Argentino writes its postcodes without a space."
  ],
  [
    "PA",
    { houseNumber: "12", street: "Calle 50", city: "Ciudad de Panamá", region: "Panamá", postcode: "0801" },
    ["Calle 50 12", "0801", "Ciudad de Panamá", "Panamá"],
    "A name in full is not completed again."
  ],
  [
    "ES",
    {
      houseNumber: "12",
      street: "Calle Larios",
      city: "Málaga",
      region: "Málaga",
      regionCode: "ES-MA",
      postcode: "29005"
    },
    ["Calle Larios, 12", "29005 Málaga"],
    "Correos: no province after its capital"
  ],
  [
    "MY",
    {
      houseNumber: "12",
      street: "Jalan Ampang",
      city: "Kuala Lumpur",
      region: "Wilayah Persekutuan Kuala Lumpur",
      postcode: "50450"
    },
    ["12 Jalan Ampang", "50450 Kuala Lumpur"],
    "Pos Malaysia"
  ],
  [
    "IL",
    { houseNumber: "12א", street: "רחוב דיזנגוף", unit: "5", city: "תל אביב-יפו", postcode: "6433201" },
    ["רחוב דיזנגוף 12א/5", "6433201 תל אביב-יפו"],
    "number, slash, flat"
  ],
  [
    "CN",
    {
      houseNumber: "99",
      street: "南京东路",
      unit: "3单元502室",
      building: "东海小区",
      district: "黄浦区",
      city: "上海市",
      postcode: "200001"
    },
    ["200001", "上海市黄浦区南京东路99号东海小区3单元502室"],
    "without spaces from the largest part to the smallest"
  ],
  ...["123号", "123"].map(
    (houseNumber) =>
      [
        "CN",
        { houseNumber, street: "中山北路", building: "2号楼", unit: "3单元501室", city: "上海市", postcode: "200062" },
        ["200062", "上海市中山北路123号2号楼3单元501室"],
        "a building with a number"
      ] as const
  ),
  [
    "CN",
    { houseNumber: "12A", street: "中山北路", building: "2号楼", unit: "501室", city: "上海市", postcode: "200062" },
    ["200062", "上海市中山北路12A501室", "2号楼"],
    "A building's number does not run into the house's."
  ],
  [
    "KW",
    { houseNumber: "12", street: "شارع 5", unit: "3", district: "قطعة 3", city: "السالمية", postcode: "22003" },
    ["شقة 3", "قطعة 3", "شارع 5، 12", "22003 السالمية"],
    "A number on a line of its own is taken for a street's, and Arabic has its own comma."
  ],
  [
    "SA",
    { houseNumber: "8228", street: "طريق الملك فهد", district: "حي العليا", city: "الرياض", postcode: "12643" },
    ["8228 طريق الملك فهد، حي العليا", "الرياض 12643"],
    "Saudi National Address"
  ],
  ["SA", { district: "حي العليا", city: "الرياض" }, ["حي العليا", "الرياض"], "no comma without a street"],
  [
    "IR",
    { houseNumber: "۱۲", street: "خیابان ولیعصر", unit: "۵", district: "ونک", city: "تهران", postcode: "1969713111" },
    ["تهران", "ونک", "خیابان ولیعصر", "پلاک ۱۲", "واحد ۵", "19697-13111"],
    "a number with its word"
  ],
  [
    "IQ",
    { houseNumber: "34", street: "زقاق 8", district: "محلة 609", city: "بغداد", postcode: "10013" },
    ["34 زقاق 8", "محلة 609", "بغداد", "10013"],
    "The number belongs to the lane."
  ],
  [
    "ID",
    {
      houseNumber: "12",
      street: "Jalan Kenanga",
      district: "RT 05/RW 03 Cilandak",
      city: "Jakarta",
      postcode: "12430"
    },
    ["Jalan Kenanga No. 12", "RT 05/RW 03 Cilandak", "Jakarta 12430"],
    "Pos Indonesia"
  ],
  [
    "ID",
    { houseNumber: "No.7", street: "Jl. Melati", city: "Bandung" },
    ["Jl. Melati No.7", "Bandung"],
    "no second No."
  ],
  [
    "RO",
    { houseNumber: "12", street: "Strada Polonă", unit: "bl. A, ap. 22", city: "București", postcode: "010494" },
    ["Strada Polonă nr. 12, bl. A, ap. 22", "010494 București"],
    "Poșta Română"
  ],
  [
    "CO",
    { houseNumber: "# 4-1", street: "Calle 2", city: "Bogotá", region: "Capital District", regionCode: "CO-DC" },
    ["Calle 2 # 4-1", "Bogotá"],
    "The capital district is the city in every language."
  ],
  [
    "EG",
    { houseNumber: "12", street: "شارع طلعت حرب", unit: "5", city: "القاهرة", postcode: "11511" },
    ["شقة 5", "12 شارع طلعت حرب", "القاهرة", "11511"],
    "a flat in the script of its street"
  ]
]

describe("formatAddress", () => {
  it.each(table)("MUST write an address of %s as its post does: %j", (country, parts, expected) => {
    const { formattedAddress, lines } = format(country, parts)
    const name = countryNames.of(country)!
    assert.deepStrictEqual(lines, [...expected, name])
    assert.strictEqual(formattedAddress, lines.join(/〒|[号號]/u.test(lines.join("")) ? " " : ", "))
  })

  const marks = {
    houseNumber: "77-8",
    street: "Streetmark",
    unit: "Apt Unitmark",
    building: "Buildingmark",
    district: "Districtmark",
    city: "Citymark",
    region: "Regionmark",
    postcode: "P0STC"
  }
  const countries = iso31661.map(({ alpha2 }) => alpha2)

  it("MUST contain house number, street, unit, building, city and postcode in every country", () => {
    for (const country of countries) {
      const { formattedAddress } = format(country, marks)
      for (const part of ["77-8", "Streetmark", "Unitmark", "Buildingmark", "Citymark"]) {
        assert.include(formattedAddress, part, country)
      }
      assert.strictEqual(formattedAddress.includes("P0STC"), hasPostcodes(country), country)
      assert.strictEqual(formattedAddress.split("Streetmark").length, 2, country)
    }
  })

  it("MUST name a flat, or write it beside the number, and the quarter where no postcode tells streets apart", () => {
    for (const country of countries) {
      const { lines } = format(country, { ...marks, unit: "5" })
      assert.notInclude(lines, "5", country)
      if (!hasPostcodes(country)) assert.include(lines.join(), "Districtmark", country)
    }
  })

  /** Every combination of parts that a published address can have. */
  const choices = Array.from({ length: 32 }, (_, bits) => {
    const has = (bit: number) => ((bits >> bit) & 1) === 1
    const { building, city, district, houseNumber, postcode, region, street, unit } = marks
    return {
      houseNumber,
      city,
      ...(has(0) ? { street } : { district }),
      ...(has(1) ? { postcode } : {}),
      ...(has(2) ? { unit } : {}),
      ...(has(3) ? { building } : {}),
      ...(has(4) ? { region } : {})
    }
  })

  it("MUST leave no separator at the end of a line, and no two in a row, whatever parts an address of any country lacks", () => {
    for (const country of countries) {
      for (const choice of choices) {
        const { lines } = format(country, choice)
        for (const line of lines) {
          assert.notMatch(
            line,
            /^[,:;/–-]|[,:;/–-]$|,\s*,|-\s+-|\(\s*\)| {2}|undefined/,
            `${country} ${JSON.stringify(choice)}`
          )
        }
        const bare = lines.join(" ").replaceAll(" ", "")
        for (const part of ["houseNumber", "street", "city", "postcode"] as const) {
          const text = (choice as Partial<typeof marks>)[part]
          if (text !== undefined && (part !== "postcode" || hasPostcodes(country))) assert.include(bare, text, country)
        }
      }
    }
  })

  it("MUST keep a separator that belongs to a part", () => {
    assert.deepStrictEqual(format("DE", { street: "Weg", houseNumber: "7-", city: "Ulm" }).lines.slice(0, 2), [
      "Weg 7-",
      "Ulm"
    ])
    assert.deepStrictEqual(format("GT", { street: "Calle", houseNumber: "7", city: "Mixco" }).lines.slice(0, 2), [
      "Calle 7",
      "Mixco"
    ])
  })

  it("MUST end with the country's name from the components, once", () => {
    for (const country of countries) {
      const { lines } = format(country, marks)
      const name = countryNames.of(country)!
      assert.strictEqual(lines.at(-1), name)
      assert.lengthOf(
        lines.filter((line) => line === name),
        1,
        country
      )
    }
    assert.deepStrictEqual(format("SG", { houseNumber: "1", street: "Way", city: "Singapore" }).lines, [
      "1 Way",
      "Singapore"
    ])
  })

  it("MUST NOT clean up street names as if they were place names", () => {
    assert.include(format("GB", { ...marks, street: "Borough of Lane" }).formattedAddress, "Borough of Lane")
    assert.include(format("DE", { ...marks, street: "Gemeinde Weg" }).formattedAddress, "Gemeinde Weg")
    assert.include(format("DE", { ...marks, city: "Gemeinde Ulm" }).formattedAddress, "P0STC Ulm")
  })

  it.each([
    ["US", "Old Town of Trails Road"],
    ["GB", "City of Nottingham Way"],
    ["CO", "Calle Localidad Nueva"],
    ["HT", "Rue Commune de Paris"],
    ["DO", "Calle Sur, Distrito Nacional"]
  ])("MUST NOT apply rules for places to a street or a building: %s %s", (country, name) => {
    const other = { houseNumber: "7", city: "Citymark", postcode: "12345" }
    assert.include(format(country, { ...other, street: name }).formattedAddress, name)
    assert.include(format(country, { ...other, street: "Streetmark", building: name }).formattedAddress, name)
  })

  it("MUST keep a number that repeats another part", () => {
    assert.strictEqual(format("BR", { houseNumber: "7", street: "7", city: "X" }).lines[0], "7, 7")
  })

  it.each(["postcode", "unit"] as const)(
    "MUST keep a %s that equals another part, in every country that writes both",
    (own) => {
      const text = "Top 60614"
      const plain = { houseNumber: "7", street: "Streetmark", city: "Citymark" }
      const times = (country: string, parts: Parts) => format(country, parts).formattedAddress.split(text).length - 1
      for (const country of countries) {
        const alone = times(country, { ...plain, [own]: text })
        for (const name of ["houseNumber", "unit", "street", "building", "district", "city", "postcode"] as const) {
          if (name === own) continue
          const other = times(country, { ...plain, [own]: "12345", [name]: text })
          const both = times(country, { ...plain, [own]: text, [name]: text })
          assert.strictEqual(both, alone + other, `${country} ${name}`)
        }
      }
    }
  )

  const part = fc
    .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."aZé東가ж7 -/.") })
    .map((text) => `x${text.trim()}`)
  const parts = fc.record(
    {
      houseNumber: part,
      street: part,
      unit: part,
      building: part,
      district: part,
      city: part,
      region: part,
      postcode: part
    },
    { requiredKeys: ["city"] }
  )

  it("MUST return lines without empty or padded ones, joined into one, whatever the parts are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), parts, (country, given) => {
        const { formattedAddress, lines } = format(country, given)
        assert.isNotEmpty(lines)
        for (const line of lines) {
          assert.match(line, /^\S(.*\S)?$/u)
          assert.notMatch(line, /[\uE000\uE001{}|]|undefined/)
          assert.include(formattedAddress, line)
        }
        assert.deepStrictEqual(format(country, given), { formattedAddress, lines })
      }),
      { numRuns: 500 }
    )
  })
})
