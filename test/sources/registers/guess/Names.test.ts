import { assert, it } from "@effect/vitest"
import { namesOf } from "../../../../sources/registers/guess/Names.ts"

it.each([
  [
    "houseNumber",
    "STNUM ST_NO STRNUM STR_NBR HSE_NBR ADDR_NBR ADRNUM BLDG_NUM PHYSADDRNUM SITUSNUM LOCNUM SITENUM PREMISE_NO"
  ],
  ["houseNumber", "NUMEROCOMPLETO NO_BANGUNAN FROM_ST LOW_ADDR"],
  ["houseNumber", "CIVICO_NUM NUM_CASA NUMPOL NUMERO_DO_IMOVEL"],
  ["houseNumber", "SITESTREETNUMBER PROPADDRNUM STRTNMBR"],
  ["houseNumber", "NO_ADRESSE GEBNR ADRPLATS NR_IMOVEL NM_CIV"],
  ["houseNumberSuffix", "ADDRSFX ADD_SUF HSE_SUF HOUSESUF STNUMSUF CIVIC_SFX CIVICO_SUB HSNRZUS"],
  ["street", "STRT_NM STFULLNAME ST_LABEL RD_LABEL STREETNM NM_LOGRADOURO TP_STR_NOM PROPSTREETNAME DENOMINAZI"],
  ["streetPrefix", "PFXDIR DIR_PRE DIRPRE PREDIRECT SITUSDIR"],
  ["streetSuffix", "RD_TYPE SFXDIR STRTYP STTYP DIRSUF TYPE_SUFFIX SUFTYPE STREET_SUFFIX_TYPE"],
  ["unit", "SUITENUM APARTMENTNUM LOCUNIT OCCUPANCYID BOLIGNUMMER KVARTIRA"],
  ["city", "MSAGComm POSTCOM COMMNAME PO_NAME NM_MUNICIPIO MAILINGCITY"],
  ["houseNumberEnd", "BuildingNoTo"],
  ["postcode", "ADDRZIP ZIP1 SITEZIPCODE PROP_ADDRESS_ZIPCODE_1"],
  ["x", "UTM_ESTE COORDENADA_ESTE"],
  ["y", "UTM_NORTE COORDENADA_NORTE"],
  ["region", "PROVABBR STATEABBREVIATION SG_UF SITUSSTATE"]
])("MUST know the %s by its words and by how publishers shorten them: %s", (part, names) => {
  for (const name of names.split(" ")) {
    const [best] = namesOf(name).toSorted((one, other) => other.score - one.score)
    assert.strictEqual(best?.part, part, name)
    assert.isAtLeast(best!.score, 0.8, name)
  }
})

it("MUST not take numbers of something else for those of houses", () => {
  for (const name of "PARCEL_NUM ACCT_NO PERMITNUMBER COUNTY_NO CASE_NUMBER".split(" ")) {
    const found = namesOf(name).find(({ part }) => part === "houseNumber")
    assert.isBelow(found?.score ?? 0, 0.6, name)
  }
})
