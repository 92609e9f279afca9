import { fold } from "../../schemas/Fold.ts"

/**
 * The largest chains of shops, restaurants, filling stations, banks, and of agents, workshops and other services, of many
 * countries. Left out are those that are called as houses are: Aurora, Norma.
 */
const chains: ReadonlySet<string> = new Set(
  `
  7-eleven, 99 speedmart, a101, a.t.u, adnoc, advance auto parts, albert heijn, albertsons, aldi, alfamart, alfamidi,
  algérie poste, alko, allianz, allstate, amazon fresh, apollo optik, aral, arby's, argos, asda, at&t, attijariwafa
  bank, auchan, autozone, avia, axa, b&q, backwerk, bancolombia, banreservas, barclays, baskin-robbins, bbva, beeline,
  best buy, betfred, biedronka, big bazaar, big c, big lots, biggie, billa, bim, bojangles, boots, bouygues telecom,
  bp, bradesco, bricomarché, bunnings, burger king, bws, bónus, c&a, café amazon, caixa, caixabank, canadian tire,
  capitec, cargills food city, carl's jr., carrefour, casas bahia, casey's, cba, ccc, centra, checkers, chevron,
  chick-fil-a, chipotle, circle k, citgo, claro, clicks, coles, colruyt, conad, continente, coop, coop jednota, coop
  konsum, costa coffee, costco, countdown, crate & barrel, crdb, croma, cruz verde, crédit agricole, crédit mutuel,
  cu, culver's, cumberland farms, cvs, dairy queen, decathlon, deichmann, delhaize, denner, denny's, despar, dhl, dia,
  discount tire, dm, dollar general, dollar tree, dollarama, domino's, domino's pizza, droga raia, drogasil, duane
  reade, dunelm, dunkin', dunkin' donuts, edeka, edward jones, elektra, emart, emart24, ernsting's family, eroski,
  esselunga, esso, etos, euromaster, euronics, eurospar, eurospin, exxon, family dollar, familymart, farmacias del
  ahorro, farmacias guadalajara, farmacias similares, farmacity, farmatodo, fedex, feu vert, fielmann, firestone, five
  below, five guys, food lion, foodland, foot locker, footasylum, franprix, fressnapf, gamestop, gifi, globus,
  goodyear, great clips, greggs, groupama, gs25, gtbank, h&m, h&r block, halfords, hardee's, health mart, heb, hema,
  hofer, hornbach, hsbc, hy-vee, ica, ikea, iki, indomaret, inpost, intermarche, intermarché, interspar, jack in the
  box, jackson hewitt, jbc, jean coutu, jersey mike's, jiffy lube, jimmy john's, jollibee, jumbo, k-market, kaufland,
  kfc, kiabi, kik, kindercare, kiwi, kohl's, konzum, korzinka, kroger, kruidvat, kwik fit, kwik trip, la poste,
  ladbrokes, lawson, leclerc, leroy merlin, lewiatan, liberty tax, lidl, little caesars, lloyds, lojas americanas,
  lotus's, lowe's, lukoil, líder, m-pesa, maaf, macif, macy's, magazine luiza, maif, mang inasal, mapfre, marks &
  spencer, maxima, maybank, mcdonald's, mcdonalds, mcfit, media markt, mega image, meineke, melcom, mercadona,
  mercator, mercury drug, metro, midas, migrol, migros, mobil, monoprix, morrisons, movistar, mr bigg's, mr price,
  naivas, nando's, napa auto parts, nationwide, natwest, nedbank, netto, next, nkd, norauto, nordea, o boticário,
  o'reilly auto parts, obi, office depot, omv, orange money, orlen, oxxo, palawan pawnshop, panda express, panera
  bread, papa john's, paris baguette, penny, pep boys, pepco, perekrestok, petrobras, petronas, petsmart, picard, pick
  n pay, pingo doce, pizza hut, plaza vea, point s, pollo campero, popeyes, poundland, primark, profi, ptt, publix,
  puregold, quiktrip, r-kioski, raiffeisen, rema 1000, repsol, rewe, rimi, rite aid, rossmann, s-market, safeway,
  sainsbury's, sam's club, santander, sberbank, scotiabank, sears, selver, sephora, sfr, sheetz, shell, sherwin
  williams, sherwin-williams, shoppers drug mart, shoprite, skechers, smyths, sodimac, spar, specsavers, speedway,
  spinneys, sport clips, sports direct, staples, starbucks, state bank of india, state farm, stop & shop, subway,
  supercuts, superdrug, supervalu, swedbank, systembolaget, t-mobile, taco bell, takko, target, tedi, telekom, tesco,
  tiendas d1, tim hortons, timpson, tj maxx, tk maxx, toys r us, tractor supply, trader joe's, tsb, tía, u-haul,
  unimarc, uniqlo, valero, valvoline instant oil change, verizon, vinmart, vinmonopolet, viva fresh, vodafone, vons,
  waitrose, walgreens, walmart, watsons, wawa, wells fargo, wendy's, westpac, wetherspoon, whataburger, whole foods,
  wilko, william hill, wimpy, wingstop, winmart, winn-dixie, woolworths, ypf, zara, zaxby's, ziraat bankası, éxito,
  şok, żabka,
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

/** No name of a branch is longer. The pattern of what ends them takes the square of their length. */
const longestBranch = 200

/** Whether a folded name is that of a chain, or of one of its branches: `tesco express`. */
export const isChain = (folded: string): boolean => {
  if (folded.length > longestBranch) return false
  const name = folded.replaceAll("’", "'")
  return chains.has(name) || chains.has(name.replace(formats, ""))
}
