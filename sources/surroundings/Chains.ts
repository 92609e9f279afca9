import { fold } from "../../schemas/Fold.ts"

/**
 * The largest chains of shops, restaurants, filling stations and banks, of many countries. Left out are those that are
 * called as houses are: Aurora, Norma.
 */
const chains: ReadonlySet<string> = new Set(
  `
  7-eleven, 99 speedmart, a101, adnoc, albert heijn, albertsons, aldi, alfamart, alfamidi, algérie poste, alko,
  amazon fresh, aral, arby's, argos, asda, attijariwafa bank, auchan, autozone, avia, b&q, bancolombia, banreservas,
  barclays, baskin-robbins, bbva, beeline, best buy, biedronka, big bazaar, big c, biggie, billa, bim, bojangles,
  boots, bp, bradesco, bricomarché, bunnings, burger king, bws, bónus, c&a, café amazon, caixa, caixabank, canadian
  tire, capitec, cargills food city, carl's jr., carrefour, casas bahia, casey's, cba, centra, checkers, chevron,
  chick-fil-a, chipotle, circle k, citgo, clicks, coles, colruyt, conad, continente, coop, coop jednota, coop konsum,
  costa coffee, costco, countdown, crate & barrel, crdb, croma, cruz verde, crédit agricole, crédit mutuel, cu,
  culver's, cumberland farms, cvs, dairy queen, decathlon, delhaize, denner, denny's, despar, dia, dm, dollar
  general, dollar tree, dollarama, domino's, domino's pizza, droga raia, drogasil, duane reade, dunelm, dunkin',
  dunkin' donuts, edeka, elektra, emart, emart24, eroski, esselunga, esso, etos, euronics, eurospar, eurospin, exxon,
  family dollar, familymart, farmacias del ahorro, farmacias guadalajara, farmacias similares, farmacity, farmatodo,
  five guys, food lion, foodland, foot locker, footasylum, franprix, gamestop, globus, greggs, gs25, gtbank, h&m,
  hardee's, health mart, heb, hema, hofer, hornbach, hsbc, hy-vee, ica, ikea, iki, indomaret, inpost, intermarche,
  intermarché, interspar, jack in the box, jbc, jean coutu, jollibee, jumbo, k-market, kaufland, kfc, kiwi, kohl's,
  konzum, korzinka, kroger, kruidvat, kwik trip, la poste, lawson, leclerc, leroy merlin, lewiatan, lidl, little
  caesars, lloyds, lojas americanas, lotus's, lowe's, lukoil, líder, m-pesa, macy's, magazine luiza, mang inasal,
  marks & spencer, maxima, maybank, mcdonald's, mcdonalds, media markt, mega image, melcom, mercadona, mercator,
  mercury drug, metro, migrol, migros, mobil, monoprix, morrisons, mr bigg's, mr price, naivas, nando's, nationwide,
  natwest, nedbank, netto, next, nordea, o boticário, obi, office depot, omv, orange money, orlen, oxxo, palawan
  pawnshop, panera bread, papa john's, paris baguette, penny, pepco, perekrestok, petrobras, petronas, petsmart,
  picard, pick n pay, pingo doce, pizza hut, plaza vea, pollo campero, popeyes, poundland, primark, profi, ptt,
  publix, puregold, quiktrip, r-kioski, raiffeisen, rema 1000, repsol, rewe, rimi, rite aid, rossmann, s-market,
  safeway, sainsbury's, sam's club, santander, sberbank, scotiabank, sears, selver, sephora, sheetz, shell, shoppers
  drug mart, shoprite, skechers, smyths, sodimac, spar, specsavers, speedway, spinneys, sports direct, staples,
  starbucks, state bank of india, stop & shop, subway, superdrug, supervalu, swedbank, systembolaget, taco bell,
  target, tesco, tiendas d1, tim hortons, tj maxx, tk maxx, toys r us, tractor supply, trader joe's, tsb, tía,
  u-haul, unimarc, uniqlo, valero, vinmart, vinmonopolet, viva fresh, vodafone, vons, waitrose, walgreens, walmart,
  watsons, wawa, wells fargo, wendy's, westpac, whataburger, whole foods, wimpy, winmart, winn-dixie, woolworths,
  ypf, zara, zaxby's, ziraat bankası, éxito, şok, żabka,
  магнит, пятёрочка, красное & белое, перекрёсток, лента, дикси, монетка, светофор, спар, сбербанк, втб, вкусвилл,
  фикс прайс, лукойл, газпромнефть, роснефть, татнефть, атб, сільпо, нова пошта, приватбанк, ощадбанк, укрпошта,
  евроопт, белоруснефть, халык банк, фантастико, билла, лидл,
  セブン-イレブン, セブンイレブン, ローソン, ミニストップ, すき家, 吉野家, マクドナルド, マツモトキヨシ, ウエルシア, スギ薬局, イオン, 西友, ダイソー, ユニクロ, しまむら, ガスト, サイゼリヤ,
  ドトール, コメダ珈琲, スターバックス, くら寿司, スシロー, モスバーガー, ケンタッキー, エネオス, eneos, 出光, ゆうちょ,
  이마트24, 세븐일레븐, 스타벅스, 파리바게뜨, 뚜레쥬르, 롯데리아, 맥도날드, 이디야, 메가커피, 올리브영, 다이소, 이마트, 홈플러스, 국민은행, 신한은행, 우리은행,
  肯德基, 麦当劳, 麥當勞, 星巴克, 中国石化, 中国石油, 全家, 全家便利, 萊爾富, 全聯, 美廉社, 家樂福, 寶雅, 屈臣氏, 康是美, 八方雲集, 沃尔玛, 永辉, 美宜佳, 瑞幸咖啡, 蜜雪冰城, 华莱士,
  中国邮政, 百佳, 惠康, 大家樂, 吉野家,
  เซเว่นอีเลฟเว่น, โลตัส, บิ๊กซี, แม็คโคร, ปตท,
  البيك, كنتاكي, ماكدونالدز, بنده, العثيم, الراجحي, كارفور, صيدلية النهدي, أرامكو, افق کوروش, افق کورش, جانبو, بانک
  ملی, بانک ملت,
  שופרסל, שופרסל דיל, רמי לוי, סופר פארם, ארומה, פז, דלק, בנק הפועלים, בנק לאומי, טיב טעם,
  σκλαβενίτης, αβ βασιλόπουλος, μασούτης, γερμανός, κωτσόβολος, εφκα, ελτα,
  სპარი, ნიკორა, ორი ნაბიჯი, კარფური
`
    .split(",")
    .map((name) => fold(name.trim()))
)

/** What chains call their branches by size, and numbers of branches. */
const formats =
  /(?:\s+(?:#?\p{N}+|city|contact|express|extra|kvantum|local|market|maxi|metro|nara|proxy|shop|store|super|to go|x{1,3}))+$/u

/** Whether a folded name is that of a chain, or of one of its branches: `tesco express`. */
export const isChain = (folded: string): boolean => {
  const name = folded.replaceAll("’", "'")
  return chains.has(name) || chains.has(name.replace(formats, ""))
}
