/**
 * The usual reading of each of Faker's Japanese names, in Hepburn without marks for long vowels, as in passports. Names
 * in kana need none. Of several readings, the most common one is taken.
 */
const table = `
三上 Mikami 三好 Miyoshi 三宅 Miyake 三木 Miki 三浦 Miura 三輪 Miwa 上原 Uehara 上村 Uemura 上田 Ueda 上野 Ueno 下村 Shimomura
下田 Shimoda 中井 Nakai 中原 Nakahara 中尾 Nakao 中山 Nakayama 中島 Nakajima 中嶋 Nakajima 中川 Nakagawa 中村 Nakamura
中沢 Nakazawa 中田 Nakata 中西 Nakanishi 中谷 Nakatani 中野 Nakano 丸山 Maruyama 丹羽 Niwa 久保 Kubo 久保田 Kubota 亀井 Kamei
二宮 Ninomiya 五十嵐 Igarashi 井上 Inoue 井口 Iguchi 今井 Imai 今村 Imamura 今泉 Imaizumi 今野 Konno 伊東 Ito 伊藤 Ito
佐々木 Sasaki 佐久間 Sakuma 佐伯 Saeki 佐藤 Sato 佐野 Sano 倉田 Kurata 児玉 Kodama 入江 Irie 八木 Yagi 内山 Uchiyama 内海 Utsumi
内田 Uchida 内藤 Naito 冨田 Tomita 出口 Deguchi 前川 Maekawa 前田 Maeda 加納 Kano 加藤 Kato 北原 Kitahara 北島 Kitajima
北川 Kitagawa 北村 Kitamura 北野 Kitano 千田 Chida 千葉 Chiba 南 Minami 原 Hara 原口 Haraguchi 原田 Harada 及川 Oikawa
古川 Furukawa 古田 Furuta 古谷 Furuya 古賀 Koga 吉井 Yoshii 吉原 Yoshihara 吉岡 Yoshioka 吉川 Yoshikawa 吉本 Yoshimoto
吉村 Yoshimura 吉沢 Yoshizawa 吉田 Yoshida 吉野 Yoshino 向井 Mukai 和田 Wada 園田 Sonoda 土井 Doi 土屋 Tsuchiya 土田 Tsuchida
坂井 Sakai 坂口 Sakaguchi 坂本 Sakamoto 坂田 Sakata 堀 Hori 堀内 Horiuchi 堀口 Horiguchi 堀川 Horikawa 堀江 Horie 堀田 Hotta
堤 Tsutsumi 塚本 Tsukamoto 塚田 Tsukada 増田 Masuda 多田 Tada 大久保 Okubo 大内 Ouchi 大原 Ohara 大城 Oshiro 大場 Oba 大塚 Otsuka
大山 Oyama 大島 Oshima 大川 Okawa 大平 Ohira 大木 Oki 大村 Omura 大森 Omori 大槻 Otsuki 大橋 Ohashi 大沢 Osawa 大田 Ota 大石 Oishi
大竹 Otake 大西 Onishi 大谷 Otani 大野 Ono 天野 Amano 太田 Ota 奥山 Okuyama 奥村 Okumura 奥田 Okuda 奥野 Okuno 奧村 Okumura
奧田 Okuda 宇野 Uno 安井 Yasui 安田 Yasuda 安藤 Ando 安達 Adachi 安部 Abe 宮下 Miyashita 宮内 Miyauchi 宮原 Miyahara 宮城 Miyagi
宮崎 Miyazaki 宮川 Miyagawa 宮本 Miyamoto 宮沢 Miyazawa 宮田 Miyata 富永 Tominaga 富田 Tomita 寺田 Terada 小倉 Ogura 小出 Koide
小原 Ohara 小坂 Kosaka 小山 Koyama 小島 Kojima 小川 Ogawa 小松 Komatsu 小林 Kobayashi 小柳 Koyanagi 小森 Komori 小池 Koike 小沢 Ozawa
小泉 Koizumi 小澤 Ozawa 小田 Oda 小笠原 Ogasawara 小西 Konishi 小谷 Kotani 小野 Ono 小野寺 Onodera 尾崎 Ozaki 山下 Yamashita
山中 Yamanaka 山内 Yamauchi 山口 Yamaguchi 山岡 Yamaoka 山岸 Yamagishi 山崎 Yamazaki 山川 Yamakawa 山本 Yamamoto 山村 Yamamura
山根 Yamane 山田 Yamada 岡 Oka 岡崎 Okazaki 岡本 Okamoto 岡村 Okamura 岡田 Okada 岡部 Okabe 岡野 Okano 岩井 Iwai 岩崎 Iwasaki
岩本 Iwamoto 岩瀬 Iwase 岩田 Iwata 岸 Kishi 岸本 Kishimoto 島崎 Shimazaki 島田 Shimada 嶋田 Shimada 川上 Kawakami 川原 Kawahara
川口 Kawaguchi 川島 Kawashima 川崎 Kawasaki 川本 Kawamoto 川村 Kawamura 川田 Kawada 川端 Kawabata 川野 Kawano 工藤 Kudo 市川 Ichikawa
平井 Hirai 平山 Hirayama 平岡 Hiraoka 平川 Hirakawa 平松 Hiramatsu 平田 Hirata 平野 Hirano 広瀬 Hirose 広田 Hirota 庄司 Shoji
後藤 Goto 徳永 Tokunaga 徳田 Tokuda 志村 Shimura 成田 Narita 戸田 Toda 手塚 Tezuka 斉藤 Saito 斎藤 Saito 新井 Arai 新田 Nitta
新谷 Shintani 日野 Hino 日高 Hidaka 早川 Hayakawa 星 Hoshi 星野 Hoshino 服部 Hattori 望月 Mochizuki 木下 Kinoshita 木村 Kimura
本多 Honda 本田 Honda 本間 Honma 杉原 Sugihara 杉山 Sugiyama 杉本 Sugimoto 杉浦 Sugiura 杉田 Sugita 村上 Murakami 村井 Murai
村山 Murayama 村松 Muramatsu 村瀬 Murase 村田 Murata 東 Azuma 松下 Matsushita 松井 Matsui 松原 Matsubara 松尾 Matsuo 松山 Matsuyama
松岡 Matsuoka 松島 Matsushima 松崎 Matsuzaki 松本 Matsumoto 松村 Matsumura 松永 Matsunaga 松浦 Matsuura 松田 Matsuda 松野 Matsuno
林 Hayashi 林田 Hayashida 柏木 Kashiwagi 柳沢 Yanagisawa 柳田 Yanagita 柴田 Shibata 栗原 Kurihara 栗田 Kurita 根岸 Negishi
根本 Nemoto 桑原 Kuwahara 桜井 Sakurai 梅田 Umeda 梶原 Kajiwara 森 Mori 森下 Morishita 森山 Moriyama 森岡 Morioka 森川 Morikawa
森本 Morimoto 森田 Morita 植田 Ueda 榊原 Sakakibara 榎本 Enomoto 樋口 Higuchi 横井 Yokoi 横山 Yokoyama 横田 Yokota 橋本 Hashimoto
武井 Takei 武田 Takeda 武藤 Muto 比嘉 Higa 水谷 Mizutani 水野 Mizuno 永井 Nagai 永田 Nagata 永野 Nagano 江口 Eguchi 池上 Ikegami
池田 Ikeda 沢田 Sawada 河原 Kawahara 河合 Kawai 河村 Kawamura 河野 Kono 沼田 Numata 泉 Izumi 津田 Tsuda 浅井 Asai 浅田 Asada
浅野 Asano 浜田 Hamada 浜野 Hamano 深沢 Fukazawa 清水 Shimizu 渋谷 Shibuya 渡辺 Watanabe 渡邊 Watanabe 渡部 Watanabe 湯浅 Yuasa
溝口 Mizoguchi 滝沢 Takizawa 澤田 Sawada 瀬戸 Seto 熊谷 Kumagai 片山 Katayama 片岡 Kataoka 片桐 Katagiri 牧野 Makino 田上 Tagami
田中 Tanaka 田代 Tashiro 田原 Tahara 田口 Taguchi 田島 Tajima 田村 Tamura 田畑 Tabata 田辺 Tanabe 甲斐 Kai 町田 Machida
畠山 Hatakeyama 白井 Shirai 白石 Shiraishi 相沢 Aizawa 相馬 Soma 矢島 Yajima 矢野 Yano 石井 Ishii 石原 Ishihara 石塚 Ishizuka
石山 Ishiyama 石崎 Ishizaki 石川 Ishikawa 石橋 Ishibashi 石田 Ishida 石黒 Ishiguro 神田 Kanda 神谷 Kamiya 福井 Fukui 福原 Fukuhara
福岡 Fukuoka 福島 Fukushima 福本 Fukumoto 福永 Fukunaga 福田 Fukuda 秋元 Akimoto 秋山 Akiyama 稲垣 Inagaki 稲田 Inada 稲葉 Inaba
窪田 Kubota 竹下 Takeshita 竹中 Takenaka 竹内 Takeuchi 竹本 Takemoto 竹村 Takemura 竹田 Takeda 笠井 Kasai 笠原 Kasahara 筒井 Tsutsui
篠原 Shinohara 篠崎 Shinozaki 篠田 Shinoda 米山 Yoneyama 米田 Yoneda 細川 Hosokawa 細谷 Hosoya 緒方 Ogata 臼井 Usui 花田 Hanada
若林 Wakabayashi 茂木 Motegi 荒井 Arai 荒川 Arakawa 荒木 Araki 荻野 Ogino 菅 Suga 菅原 Sugawara 菅野 Kanno 菊地 Kikuchi 菊池 Kikuchi
萩原 Hagiwara 落合 Ochiai 藤井 Fujii 藤原 Fujiwara 藤岡 Fujioka 藤川 Fujikawa 藤本 Fujimoto 藤村 Fujimura 藤沢 Fujisawa 藤田 Fujita
藤野 Fujino 西 Nishi 西原 Nishihara 西尾 Nishio 西山 Nishiyama 西岡 Nishioka 西川 Nishikawa 西本 Nishimoto 西村 Nishimura
西沢 Nishizawa 西田 Nishida 西野 Nishino 角田 Tsunoda 谷 Tani 谷口 Taniguchi 谷川 Tanigawa 谷本 Tanimoto 豊田 Toyoda 越智 Ochi
足立 Adachi 辻 Tsuji 近藤 Kondo 遠藤 Endo 酒井 Sakai 野中 Nonaka 野口 Noguchi 野崎 Nozaki 野村 Nomura 野沢 Nozawa 野田 Noda
金井 Kanai 金城 Kinjo 金子 Kaneko 金沢 Kanazawa 金田 Kaneda 鈴木 Suzuki 鎌田 Kamata 長尾 Nagao 長岡 Nagaoka 長島 Nagashima
長沢 Nagasawa 長田 Osada 長谷川 Hasegawa 長野 Nagano 関 Seki 関口 Sekiguchi 関根 Sekine 阿部 Abe 青山 Aoyama 青木 Aoki 青柳 Aoyagi
須田 Suda 須藤 Sudo 飯塚 Iizuka 飯島 Iijima 飯田 Iida 馬場 Baba 高井 Takai 高山 Takayama 高島 Takashima 高木 Takagi 高松 Takamatsu
高橋 Takahashi 高瀬 Takase 高田 Takada 高野 Takano 鶴田 Tsuruta 黒川 Kurokawa 黒木 Kuroki 黒沢 Kurosawa 黒田 Kuroda 齋藤 Saito
七海 Nanami 久子 Hisako 久美子 Kumiko 亜美 Ami 京子 Kyoko 佳奈 Kana 信子 Nobuko 優奈 Yuna 優子 Yuko 優花 Yuka 優衣 Yui 光子 Mitsuko
八重子 Yaeko 典子 Noriko 凛 Rin 凜 Rin 勝子 Katsuko 千代 Chiyo 千代子 Chiyoko 千夏 Chinatsu 千尋 Chihiro 友美 Tomomi 君子 Kimiko
和子 Kazuko 咲良 Sakura 啓子 Keiko 奈々 Nana 孝子 Takako 幸子 Sachiko 弘子 Hiroko 彩 Aya 彩乃 Ayano 彩花 Ayaka 彩香 Ayaka 心優 Miyu
心愛 Kokoa 心春 Koharu 心結 Miyu 恵 Megumi 恵子 Keiko 恵美 Emi 恵美子 Emiko 悦子 Etsuko 愛 Ai 愛子 Aiko 愛美 Manami 愛莉 Airi
愛菜 Aina 成美 Narumi 敏子 Toshiko 文子 Fumiko 早紀 Saki 明日香 Asuka 明美 Akemi 昭子 Akiko 智子 Tomoko 智美 Tomomi 未来 Miku
杏 An 栄子 Eiko 桃子 Momoko 桜 Sakura 楓 Kaede 正子 Masako 沙織 Saori 洋子 Yoko 浩子 Hiroko 清子 Kiyoko 照子 Teruko 玲奈 Rena
理恵 Rie 琴音 Kotone 由佳 Yuka 由美 Yumi 由美子 Yumiko 百花 Momoka 直子 Naoko 直美 Naomi 真央 Mao 真由 Mayu 真由美 Mayumi 瞳 Hitomi
節子 Setsuko 紀子 Noriko 純子 Junko 紬 Tsumugi 結愛 Yua 結月 Yuzuki 結菜 Yuna 結衣 Yui 絵美 Emi 美代子 Miyoko 美優 Miyu 美咲 Misaki
美智子 Michiko 美月 Mizuki 美桜 Mio 美穂 Miho 美紀 Miki 美結 Miyu 美羽 Miu 美香 Mika 舞 Mai 良子 Yoshiko 花 Hana 花音 Kanon
芳子 Yoshiko 芽依 Mei 茜 Akane 莉子 Riko 菜々子 Nanako 菜摘 Natsumi 菜月 Natsuki 萌 Moe 裕子 Yuko 裕美 Hiromi 貞子 Sadako 遥 Haruka
里奈 Rina 陽子 Yoko 陽菜 Hina 陽葵 Himari 静子 Shizuko 順子 Junko 香織 Kaori 麻美 Asami 麻衣 Mai 麻衣子 Maiko 一男 Kazuo 一輝 Kazuki
一郎 Ichiro 三郎 Saburo 亮 Ryo 亮太 Ryota 修 Osamu 健 Ken 健一 Kenichi 健太 Kenta 健太郎 Kentaro 優 Yu 優太 Yuta 優斗 Yuto 剛 Tsuyoshi
功 Isao 勇 Isamu 勉 Tsutomu 勝 Masaru 勝利 Katsutoshi 勲 Isao 匠 Takumi 博 Hiroshi 博之 Hiroyuki 和也 Kazuya 和夫 Kazuo 和彦 Kazuhiko
哲也 Tetsuya 大介 Daisuke 大和 Yamato 大地 Daichi 大樹 Daiki 大翔 Hiroto 大貴 Daiki 大輔 Daisuke 大輝 Daiki 大雅 Taiga 太一 Taichi
太陽 Taiyo 学 Manabu 実 Minoru 崇 Takashi 幸雄 Yukio 康平 Kohei 弘 Hiroshi 律 Ritsu 徹 Toru 悠 Yu 悠人 Yuto 悠太 Yuta 悠希 Yuki
悠斗 Yuto 悠真 Yuma 悠翔 Yuto 拓也 Takuya 拓哉 Takuya 拓海 Takumi 新 Arata 昇 Noboru 明 Akira 昭 Akira 昭一 Shoichi 昭三 Shozo
昭二 Shoji 智也 Tomoya 朝陽 Asahi 樹 Itsuki 正 Tadashi 正一 Shoichi 正三 Shozo 正二 Shoji 正夫 Masao 正治 Masaharu 正男 Masao
正雄 Masao 武 Takeshi 武雄 Takeo 歩夢 Ayumu 洋平 Yohei 浩 Hiroshi 浩一 Koichi 浩之 Hiroyuki 浩二 Koji 海斗 Kaito 海翔 Kaito
涼太 Ryota 淳 Jun 清 Kiyoshi 湊 Minato 瑛太 Eita 直人 Naoto 直樹 Naoki 祐介 Yusuke 秀樹 Hideki 秀雄 Hideo 稔 Minoru 空 Sora 竜 Ryu
竜也 Tatsuya 結翔 Yuito 義雄 Yoshio 翔 Sho 翔太 Shota 翔平 Shohei 翼 Tsubasa 聡 Satoshi 英樹 Hideki 茂 Shigeru 蒼 Aoi 蒼空 Sora
蓮 Ren 誠 Makoto 豊 Yutaka 貴大 Takahiro 輝 Hikaru 辰男 Tatsuo 辰雄 Tatsuo 進 Susumu 達也 Tatsuya 陸 Riku 陸斗 Rikuto 陽向 Hinata
陽大 Haruto 陽太 Yota 陽斗 Haruto 陽翔 Haruto 隆 Takashi 雄大 Yudai 雄太 Yuta 颯 So 颯太 Sota 颯真 Soma 駿 Shun 龍生 Ryusei 葵 Aoi
`

const words = table.trim().split(/\s+/)

/** From a name in kanji to its reading. */
export const japaneseReadings: ReadonlyMap<string, string> = new Map(
  Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!])
)
