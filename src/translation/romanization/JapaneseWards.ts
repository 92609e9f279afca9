import { onFirstUse } from "../../../schemas/Memoized.ts"

/** The cities that have wards, other than Tokyo, and their readings. */
const cities = `
  札幌 サッポロ 仙台 センダイ さいたま サイタマ 千葉 チバ 横浜 ヨコハマ 川崎 カワサキ 相模原 サガミハラ 新潟 ニイガタ 静岡 シズオカ
  浜松 ハママツ 名古屋 ナゴヤ 京都 キョウト 大阪 オオサカ 堺 サカイ 神戸 コウベ 岡山 オカヤマ 広島 ヒロシマ 北九州 キタキュウシュウ
  福岡 フクオカ 熊本 クマモト
`

/** The wards of these cities and of Tokyo (Ministry of Internal Affairs and Communications). Each name has one reading. */
const wards = `
  中央 チュウオウ 北 キタ 東 ヒガシ 南 ミナミ 西 ニシ 中 ナカ 緑 ミドリ 港 ミナト 旭 アサヒ 泉 イズミ 青葉 アオバ 鶴見 ツルミ
  白石 シロイシ 豊平 トヨヒラ 厚別 アツベツ 手稲 テイネ 清田 キヨタ 宮城野 ミヤギノ 若林 ワカバヤシ 太白 タイハク
  大宮 オオミヤ 見沼 ミヌマ 桜 サクラ 浦和 ウラワ 岩槻 イワツキ 花見川 ハナミガワ 稲毛 イナゲ 若葉 ワカバ 美浜 ミハマ
  神奈川 カナガワ 保土ケ谷 ホドガヤ 保土ヶ谷 ホドガヤ 磯子 イソゴ 金沢 カナザワ 港北 コウホク 戸塚 トツカ 港南 コウナン
  瀬谷 セヤ 栄 サカエ 都筑 ツヅキ 川崎 カワサキ 幸 サイワイ 中原 ナカハラ 高津 タカツ 多摩 タマ 宮前 ミヤマエ 麻生 アサオ
  江南 コウナン 秋葉 アキハ 西蒲 ニシカン 葵 アオイ 駿河 スルガ 清水 シミズ 浜名 ハマナ 天竜 テンリュウ 浜北 ハマキタ
  千種 チクサ 中村 ナカムラ 昭和 ショウワ 瑞穂 ミズホ 熱田 アツタ 中川 ナカガワ 守山 モリヤマ 名東 メイトウ 天白 テンパク
  上京 カミギョウ 左京 サキョウ 中京 ナカギョウ 東山 ヒガシヤマ 下京 シモギョウ 右京 ウキョウ 伏見 フシミ 山科 ヤマシナ
  西京 ニシキョウ 都島 ミヤコジマ 福島 フクシマ 此花 コノハナ 大正 タイショウ 天王寺 テンノウジ 浪速 ナニワ
  西淀川 ニシヨドガワ 東淀川 ヒガシヨドガワ 淀川 ヨドガワ 東成 ヒガシナリ 西成 ニシナリ 生野 イクノ 城東 ジョウトウ
  阿倍野 アベノ 住吉 スミヨシ 東住吉 ヒガシスミヨシ 住之江 スミノエ 平野 ヒラノ 堺 サカイ 美原 ミハラ 東灘 ヒガシナダ
  灘 ナダ 兵庫 ヒョウゴ 長田 ナガタ 須磨 スマ 垂水 タルミ 安佐南 アサミナミ 安佐北 アサキタ 安芸 アキ 佐伯 サエキ 門司 モジ
  若松 ワカマツ 戸畑 トバタ 小倉北 コクラキタ 小倉南 コクラミナミ 八幡東 ヤハタヒガシ 八幡西 ヤハタニシ 博多 ハカタ
  城南 ジョウナン 早良 サワラ 千代田 チヨダ 新宿 シンジュク 文京 ブンキョウ 台東 タイトウ 墨田 スミダ 江東 コウトウ
  品川 シナガワ 目黒 メグロ 大田 オオタ 世田谷 セタガヤ 渋谷 シブヤ 中野 ナカノ 杉並 スギナミ 豊島 トシマ 荒川 アラカワ
  板橋 イタバシ 練馬 ネリマ 足立 アダチ 葛飾 カツシカ 江戸川 エドガワ
`

const readingsOf = (table: string): ReadonlyMap<string, string> => {
  const words = table.trim().split(/\s+/)
  return new Map(Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!]))
}

const readings = onFirstUse(() => ({ cities: readingsOf(cities), wards: readingsOf(wards) }))

/** A ward's name, or a city's and its ward's, each with its reading: 北区 キタク, 札幌市 サッポロシ. Undefined if it is neither. */
export const wardReadings = (text: string): ReadonlyArray<readonly [name: string, kana: string]> | undefined => {
  const [, city, ward = ""] = /^(?:(.+)市)?(.+)区$/u.exec(text) ?? []
  const kana = readings().wards.get(ward)
  if (kana === undefined) return undefined
  const ofWard = [`${ward}区`, `${kana}ク`] as const
  if (city === undefined) return [ofWard]
  const ofCity = readings().cities.get(city)
  return ofCity === undefined ? undefined : [[`${city}市`, `${ofCity}シ`], ofWard]
}
