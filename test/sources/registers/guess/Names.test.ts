import { assert, it } from "@effect/vitest"
import { namesOf } from "../../../../sources/registers/guess/Names.ts"

it.each([
  [
    "houseNumber",
    "STNUM ST_NO STRNUM STR_NBR HSE_NBR ADDR_NBR ADRNUM BLDG_NUM PHYSADDRNUM SITUSNUM LOCNUM SITENUM PREMISE_NO"
  ],
  ["houseNumber", "CIVICO_NUM NUM_CASA NUMPOL"],
  ["houseNumberSuffix", "ADDRSFX ADD_SUF HSE_SUF HOUSESUF STNUMSUF CIVIC_SFX CIVICO_SUB HSNRZUS"],
  ["street", "STRT_NM STFULLNAME ST_LABEL RD_LABEL STREETNM NM_LOGRADOURO TP_STR_NOM"],
  ["streetPrefix", "PFXDIR DIR_PRE DIRPRE PREDIRECT SITUSDIR"],
  ["streetSuffix", "RD_TYPE SFXDIR STRTYP STTYP DIRSUF TYPE_SUFFIX SUFTYPE STREET_SUFFIX_TYPE"],
  ["unit", "SUITENUM APARTMENTNUM LOCUNIT OCCUPANCYID BOLIGNUMMER"],
  ["city", "MSAGComm POSTCOM COMMNAME PO_NAME NM_MUNICIPIO"],
  ["postcode", "ADDRZIP ZIP1"],
  ["region", "PROVABBR STATEABBREVIATION SG_UF"]
])("MUST know the %s by its words and by how publishers shorten them: %s", (part, names) => {
  for (const name of names.split(" ")) {
    const [best] = namesOf(name).toSorted((one, other) => other.score - one.score)
    assert.strictEqual(best?.part, part, name)
    assert.isAtLeast(best!.score, 0.8, name)
  }
})
