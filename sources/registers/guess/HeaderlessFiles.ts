/** A file whose publisher names its columns elsewhere, with what the cells of each row look like. */
interface HeaderlessFile {
  readonly names: ReadonlyArray<string>
  /** Forms of cells, by their columns. */
  readonly forms: Readonly<Record<number, RegExp>>
}

const files: ReadonlyArray<HeaderlessFile> = [
  {
    // HM Land Registry, Price Paid Data of England and Wales.
    names:
      "Transaction unique identifier,Price,Date of Transfer,Postcode,Property Type,Old/New,Duration,PAON,SAON,Street,Locality,Town/City,District,County,PPD Category Type,Record Status".split(
        ","
      ),
    forms: { 0: /^\{[\dA-F-]{36}\}$/i, 2: /^\d{4}-\d\d-\d\d/, 4: /^[DSTFO]$/, 5: /^[YN]$/, 6: /^[FLU]$/, 14: /^[AB]$/ }
  },
  {
    // Finland's Digital and Population Data Services Agency, addresses of buildings. Each has a number among those of its
    // building, which is no house number.
    names:
      "Rakennustunnus,Kuntanumero,Maakuntanumero,Käyttötarkoitus,Pohjoiskoordinaatti,Itäkoordinaatti,Osoitteen järjestys,Kadunnimi suomeksi,Kadunnimi ruotsiksi,Katunumero,Postinumero,Äänestysalueen tunnus,Äänestysalue suomeksi,Äänestysalue ruotsiksi,Sijaintikiinteistö,Poimintapäivä".split(
        ","
      ),
    forms: { 0: /^\d{9}[\dA-Z]$/, 1: /^\d{3}$/, 3: /^[0-9]?$/, 4: /^[67]\d{6}$/, 5: /^\d{5,6}$/, 10: /^(?:\d{5})?$/ }
  }
]

/** The names of columns that a publisher gives to a file which has none, if all rows look like those of such a file. */
export const namesOfHeaderless = (table: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> | undefined =>
  files.find(({ forms, names }) =>
    table.every(
      (line) =>
        line.length === names.length && Object.entries(forms).every(([at, form]) => form.test(line[Number(at)]!.trim()))
    )
  )?.names
