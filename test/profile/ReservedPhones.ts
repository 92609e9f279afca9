/**
 * The ranges that regulators publish for fiction, written down a second time, in E.164: the numbers that
 * `FictionPhones` draws must lie within them. Sources: see `fictionPhoneSource`.
 */
const nanp = (areas: string) => new RegExp(`^\\+1(${areas})55501\\d\\d$`)
const anyArea = "[2-9][0-8]\\d"

export const reservedPhone: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    (
      "AG 268,AI 264,BB 246,BM 441,BS 242,DM 767,DO 809|829|849,GD 473,JM 876|658,KN 869,KY 345,LC 758,MS 664,SX 721," +
      "TC 649,TT 868,VC 784,VG 284"
    )
      .split(",")
      .map((line) => [line.slice(0, 2), nanp(line.slice(3))])
  ),
  CC: /^\+6149157\d{4}$/,
  CX: /^\+6149157\d{4}$/,
  GG: /^\+44(1632960|7700900)\d{3}$/,
  IM: /^\+44(1632960|7700900)\d{3}$/,
  JE: /^\+44(1632960|7700900)\d{3}$/,
  US: nanp(anyArea),
  CA: nanp(anyArea),
  PR: nanp("787|939"),
  VI: nanp("340"),
  GU: nanp("671"),
  MP: nanp("670"),
  AS: nanp("684"),
  AU: /^\+61([2378](5550|7010)\d{4}|49157(0(006|110|15[6-9]|313|737)|1(266|491|804)|2(549|665|983)|3(087|770)|4(118|632)|5(254|789)|6(398|801)|7(426|644)|8(148|888|957)|9(212|455|760)))$/,
  DE: /^\+49(3023125\d{3}|6990009\d{3}|4066969\d{3}|2214710\d{3}|8999998\d{3}|17139200\d\d|176040690\d\d)$/,
  FR: /^\+33(19900|26191|35301|46571|53649|63998)\d{4}$/,
  GB: /^\+44(1(13|14|15|16|17|18|21|31|41|51|61)4960|1914980|2079460|2896496|2920180|1632960|7700900)\d{3}$/,
  IE: /^\+3532091\d{5}$/,
  SE: /^\+46((8465004|3139006|4062804|9803192)\d\d|7017406(0[5-9]|[1-9]\d))$/
}
