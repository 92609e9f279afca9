/**
 * Words for shops, services and offices in names, by the languages into which the presets of the editor iD are translated
 * (https://github.com/openstreetmap/id-tagging-schema), and what such places are called where these languages are
 * spoken. Words that are also surnames or parts of names of homes are left out. The types keep the words out of the
 * package's declarations.
 */

/** In languages in which such a word stands last: `Lille Bageri`. */
export const tradesLast: ReadonlyArray<string> = [
  // Germanic
  `
  assembly canteen confectionery pharmacist polyclinic rooms shebeen spaza tavern
  arzt arztin blumenladen feuerwehrgeratehaus getranke imbiss kebab kosmetikstudio nagelstudio physiotherapie beiz
  blumenhandler buchhandlung diskothek gericht kathedrale kneipe konditorei moschee postfiliale schnellimbiss
  kulturhaus standesamt tierarzt tierarztpraxis wascherei pfrundhaus
  bakkerij slagerij bloemsierkunst kinderopvang tandartspraktijk rijschool bioscoop bloemenwinkel bouwmarkt buurtsuper
  cafetaria dierenarts frituur garagebedrijf kapel kathedraal
  moskee notariaat ocmw politiekantoor postkantoor rechtbank snackbar tempel wasserette woonzorgcentrum boekhandel
  apteek bakkery biblioteek brandweerstasie gastehuis hospitaal kafee klerewinkel kleuterskool kroeg laerskool
  hoerskool
  poskantoor polisie stadsaal slaghuis supermark tandarts veearts
  bager bageri bygdegården folktandvården forsamlingshuset frisörsalong frisørsalong idrettsforening kiropraktor
  lægehuset skönhetssalong vårdcentralen bilværksted bilverksted bilverkstad biograf blomsterbutik domstol dyrlæge
  frisør gästhus gjestehus gæstehus
  gamlehjem järnaffär kommunhus konditori kiosken legesenter lægehus mataffär medborgerhus nattklubb natklub optiker
  politi
  polisen postkontor rådhus snabbmat supermarked tandlæge tandläkare tannlege tannlæge tinghus vaskeri veterinær
  værtshus
  bakarí bankinn bankin banki bensínstöð bókasafn brugseni farfuglaheimili félagsheimili gestahús gistihús
  gistiheimilið
  grunnskóli hjúkrunarheimili hárstofa heilsugæsla kaffihús kjörbúð leikhús leikskóli leikskólinn lögregla pósthús
  ráðhús
  skólin skúlin slökkvistöð stórmarkaður tannlæknir veitingahús ehf hf
  `,
  // Baltic, Finnic and Hungarian
  `
  aludė bankas kirpyklos odontologijos prekės salonas baras bendruomenės gaisrinė girininkija kepykla kioskas kirpykla
  klinika mėsinė motelis muziejus policija
  restoranas rotušė skalbykla teatras vaistinės veterinarija viešbutis valgykla ambulatorija seniūnijos
  automazgātava pārvalde pagastmāja frizētava grāmatnīca kioski klīnika kultūras lielveikals muzejs policijas
  restorāns teātris viesnīca zobārstniecība
  autopesula autoremont ilusalong külamaja perearst haigla hambaarst juuksur kiirtoitlustus kliinik kohtumaja kõrts
  külalistemaja lillepood
  loomaarst motell muuseum pagariäri pank pesumaja politsei päästedepoo raekoda raamatupood toidupood turismitalu
  vangla
  autokorjaamo hammashoitola kylätalo nuorisotalo seurakuntatalo työväentalo baari elokuvateatteri hammaslääkäri
  hoitokoti hotelli kampaamo konditoria kukkakauppa kunnantalo leipomo
  lähikauppa majatalo moskeija parturi poliisi pubi supermarket teatteri terveyskeskus
  autómosó abc autószalon élelmiszer fogászat gumiszerviz kisbolt rendőrőrs takarékszövetkezet vasbolt bíróság
  benzinkút büfé cukrászda ebédlő falumúzeum fogadó fogorvos
  fodrász fodrászat kávézó kisvendéglő
  könyvesbolt községháza mosoda mozi postahivatal rendelőintézet szupermarket turistaszálló vegyesbolt vendéglő
  virágbolt
  városháza zöldséges zöldségbolt
  `,
  // Turkic, Caucasian, Mongolian and Basque
  `
  anaokulu nalbur bakkal terzi ocağı saha yıkama büfe cezaevi çiçekçi dişçi fırın hastane hırdavatçı itfaiye itfaiyesi
  kilise
  kilisesi kitapçı konukevi kuaför
  kütüphane lokanta mahkeme market marketi müze pastane postane postanesi şapel tapınak tiyatro tiyatrosu veteriner
  bağçası məntəqəsi salonu bələdiyyə bələdiyyəsi bərbərxana çayxana idarəsi kafe klinika mağaza mağazası mehmanxana
  mehmanxanası muzeyi
  poliklinika restoranı şadlıq uşaqbağçası
  bogchasi choyxona idorasi mehmonxona mehmonxonasi poliklinikasi toyxona
  oshxona oshxonasi sartaroshxona
  айыл дарыкана мечит мечити мектеби мейманкана ооруканасы ашкана өкмөтү бакчасы
  дәріхана әкімдік әкімдігі мейрамхана шаштараз шіркеу қонақүй асхана емхана амбулаториясы клубы кітапханасы
  зоогуур заал банк төв буудал ресторан эмийн хүнсний засаг
  botika udaletxea jatetxea okindegia ostatua antzokia liburutegia ikastola ikastetxea epaitegia
  `
]

/** In languages in which such a word stands first: `Pâtisserie Lenoir`. */
export const tradesFirst: ReadonlyArray<string> = [
  // Romance
  `
  banque atelier auto-école ehpad fournil maquis omnisports optique funèbres blanchisserie brocante camping cinéma
  confiserie
  cpas crêperie dentiste discothèque entrepôt fleuriste friterie gendarmerie
  hammam kiosque laverie médecin moqataa ostréiculteur pâtisserie poissonnerie pressing primeur quincaillerie
  télécentre
  téléboutique traiteur vétérinaire daara dibiterie
   abattoir
  almacén almacen bazar estética cancha depósito panificadora alojamiento autolavado aeropuerto biblioteca cabinas
  caif capilla
  catedral chifa cine colmado confitería
  consultorios copetín despensa destacamento discoteca ebais ebanistería eorm estanco feria florería floristería
  frutería
  gomería inmobiliaria jac juzgados lavadero locutorio matadero mezquita mueblería óptica paladar penitenciaría
  perfumería pescadería picantería pizzería pulpería quiosco restobar rotisería seccional sede soda subcentro
  tintorería tribunales upc verdulería veterinario vidriería vivero zapatería
  armazém autopeças depósito lan-house barraca bicicletaria boate boteco cabeleireira catedral churrascaria
  confeitaria epc floricultura florista
  geladaria lavandaria lavanderia mesquita pastelaria peixaria presídio prisão quiosque supermercados tabelionato
  tasca veterinário
  accademia alimentari autofficina autolavaggio bottega caffè carcere cartoleria cattedrale chiosco edicola emporio
  farmacie
  ferramenta fioraio fruttivendolo gelateria lavanderia magazzino merceria moschea monastero ostello pescheria
  rosticceria
  trattorie università
  alimentara autogară benzinărie brutărie cafenea catedrala centrul chioșc cofetărie coafor depozit florărie frizerie
  gimnaziul
  judecătoria librărie muzeul măcelărie mănăstirea patiserie pompieri primar service spălătorie tribunalul
  universitatea
  vulcanizare
  ajuntament carnisseria fleca llibreria perruqueria pastisseria supermercat fruiteria
  igrexa mosteiro panadaría perrucaría
  `,
  // Slavic
  `
  cukiernia dentysta komisariat parafia gabinet stacja drogeria drukarnia fryzjer kawiarnia kino klub księgarnia
  kwiaciarnia magazyn
  meczet motel myjnia notariusz posterunek pralnia przedszkola spiżarnia stołówka warzywniak weterynarz wulkanizacja
  autoservis banka autobazar autosalón frizéria hasičský hospůdka lékařský masna sběrný bufet cukrárna cukráreň
  čerpací herna kadeřnictví
  kaderníctvo kavárna kaviareň kino klášter
  knihkupectví kníhkupectvo kvetinárstvo květinářství lekáreň mäsiarstvo materská mešita nádraží pekařství
  pekáreň pivnice pizzerie policie polícia prádelna práčovňa pohřební restaurace reštaurácie řeznictví sklad soud
  veterina vinárna obuv pivovar stavebniny stomatologie zámečnictví zberný železářství železiarstvo zubař zubár
  apartmaji dječji školska zdravstvena autopraonica cvjećara čistionica obrt občina otpad avtopralnica avtoservis
  benzinska cerkev crpalka cvetličarna
  cvjećarna ćevabdžinica
  čevabdžinica dvd gasilsko gledališče frizer frizerski kafić kazalište klinika knjižara kino konoba kulturno lekarne
  matični
  mesarija mesnica mesdžid mjesna mesna obrtni okrepčevalnica općinski pekara pekarna pekarnica picerija pivnica
  pralnica praonica planinska tiskarna tržnica ribarnica slastičarna slaščičarna sodišče sveučilište šolski trafika
  turistička turistično
  univerza
  vatrogasna veterinar veterinarska zdravnik zelenara zobozdravnik župni župnijski župnija
  автомастерская мастерская водоканал гаи лесхоз пункт салон булочная гостевой диспетчерская закусочная заправка капелла
  катедрала кондитерская кузница магазины
  медпункт мясокомбинат общественный опорный пиццерия подстанции продукты сельпо служба станция столярная типография
  тюрьма
  участковый фельдшерско хозтовары цветы часовня ломбарды
  заклад книгарня клініка лікар нотаріус перукарня поліція продукти сільський універмаг уряд цукерня кінотеатр
  книгарні кінотеатри
  автомивка автосервиз зъболекар хлебарница бензиностанция железария кафене кафенето кино общностен пекарна пожарна
  ресторантче
  сладкарница стоматолог съд театър
  банка бакалница забар железничка кафана кафеана кафић книжарница лекар ловачки месара месна нотар оу
  пекара пекарница перачница полиција посластичарница противпожарна сладоледџиница соу универзитет фризер фризерски
  цвеќарница
  `,
  // Greek, Albanian and Celtic
  `
  αποθήκη αποθήκες μίνι καπη καφετέρια κρεοπωλείο φροντιστήριο αστυνομικό βενζινάδικο δικαστήριο θέατρο ιατρείο ιατρός
  καθαριστήριο
  καθεδρικός καφέ κεπ κινηματογράφος κοινοτικό
  κομμωτήριο κτηνιατρείο μητρόπολη μοναστήρι μοτέλ μπαρ οδοντιατρείο παρεκκλήσι περίπτερο πυροσβεστικός σουπερμάρκετ
  σύλλογος
  ταχυφαγείο τζαμί
  berber bujtina zyra furra lavazh lokal dyqan farmaci furrë kafe kopshti lavanderi mjeku komisariati market posta
  qendra
  amgueddfa archfarchnad becws bwyty caffi canolfan gwesty heddlu llyfrgell meddygfa
  swyddfa theatr ysbyty
  amharclann bialann caifé eaglais ionad leabharlann ospidéal óstán scoil siopa músaem
  każin knisja parroċċa skola spiżerija
  `,
  // Semitic, Iranian and Hebrew
  `
  استراحة دكان سوبر صيدليات أسواق بوفيه ثانويه جزار حانة حسينية حضانه حلاق دواوين ديوان سفاره صالونات غسيل مأتم
  مستودعات مسرح سينما مغاسل
  مكتبة ملهى مول مجلس مديرية جمعية نقطة
  آرایشگاه املاک بنگاه سوپر اتش بقعه پاسگاه پمپ تئاتر تعمیرگاه دادگاه دامپزشکی دندانپزشکی دهیاری سینما شیرینی فست
  قصابی قنادی کافه کبابی کلیسای کلیسا مسجد مطب مهمانسرا میوه نمازخانه نمایشگاه هیئت پایگاه کشتارگاه
  قوتابخانە قوتابخانەی مزگەوت مزگەوتی نەخۆشخانە نەخۆشخانەی
  لائبریری ہوٹل بینک
  מאפייה צרכניה חדר מספרה מספרת מאפיית מוזאון מחסן מקדש קיוסק קולנוע תחנת תאטרון וטרינר פאב אולפנת אולם
  `,
  // Southeast Asian, African and Pacific
  `
  bioskop sdn damkar dewan kios kodim koramil lapas masjidil mushala pengadilan perpustakaan
  perbandaran poliklinik pom rutan sjk sjkc stesen
  botika kapilya karinderya sari-sari
  fiangonana sekoly tranombarotra hopitaly
  chekechea kinyozi hoteli makumbusho maktaba mgahawa mkahawa saluni serikali stesheni ukumbi kituo
  masallaci makaranta asibiti
  borlette legliz lekòl lopital
  dugsi dugsiga isbitaal masaajid
  marae
  wat
  `
]

/** In scripts without spaces, and others with endings. */
export const tradesAnywhere: string = `
  小卖部 土地公 國小 国小 麻将馆 建材 檳榔 機車行 服务站 活動中心
  藥局 藥房 牙醫 牙科 診所 诊所 圖書館 图书馆 咖啡館 咖啡厅 酒吧 青年旅舍 法院 劇院 剧院 戲院 電影院 电影院 博物館 博物馆 修車 仓库 貨倉 監獄 监狱 修道院
  清真寺 佛堂 律师事务所 夜總會 夜总会 辦公處 辦公室 福德宮 慈惠堂 福利中心 早餐 小吃 麵店 便當 招待所 公证处 洗车 洗車 餐馆 餐館 卫生室 衛生室 五金
  床屋 弁当屋 学習塾 接骨院 整骨院 美容室 理髪 たばこ 豆腐店
  居酒屋 歯医者 獣医 裁判所 映画館 博物館 美術館 ガソリンスタンド パン屋 本屋 モスク 寺院 駅舎 刑務所 キオスク ファミリーマート ラーメン 自治会 児童館
  치과 치킨 김밥 음식점 카페 주점 호스텔 슈퍼 제과점 정육점 법원 극장 영화관 창고 교도소 철물점 서점 관청 세차장 수도원 한의원 노인정 노래방 부동산 태권도 어학원
  คลีนิก ทันตแพทย์ แพทย์ ห้องสมุด คาเฟ่ ไปรษณีย์ โฮสเทล เกสต์เฮาส์ ซูเปอร์มาร์เก็ต เบเกอรี่ โรงละคร โรงภาพยนตร์
  พิพิธภัณฑ์ สัตวแพทย์ คริสตจักร โบสถ์
  ซ่อมรถ เสริมสวย ที่ว่าการ โกดัง ทัณฑสถาน ล้างรถ อาหาร สถานีอนามัย โรงพัก ร้านค้า
  ຮ້ານ ໂຮງແຮມ ທະນາຄານ ໂຮງໝໍ ຕະຫຼາດ ສຸກສາລາ ເຮືອນພັກ
  មណ្ឌល ឱសថស្ថាន សណ្ឋាគារ មន្ទីរពេទ្យ ផ្សារ ភោជនីយដ្ឋាន ធនាគារ ហាង វិហារ
  ဆေးခန်း ဆေးရုံ ဟိုတယ် ဆိုင် ဘဏ် ရုံး စားသောက် ဈေး ဘုန်းကြီး တည်းခိုခန်း
  ሆቴል ሆስፒታል ክሊኒክ ባንክ ትምህርት ክርስቲያን ጣቢያ ምግብ ፋርማሲ መስጊድ ሱቅ ጽሕፈት
  විද්‍යාලය රෝහල බැංකුව පල්ලිය කඩය
  ব্যাংক রেস্তোরাঁ হোটেল ছাত্রাবাস পুলিশ ডাকঘর পাঠাগার দোকান কলেজ ক্লিনিক
  అంగన్వాడీ ಪಂಚಾಯತಿ അങ്കണവാടി വായനശാല स्वास्थ्य डेयरी ফার্মেসি মুদি கடை ఆరోగ్య షాపు ಅಂಗನವಾಡಿ
  रेस्टुरेन्ट होटल होटेल भोजनालय अस्पताल पुस्तकालय थाना पसल क्याम्पस क्लिनिक मेडिकल
  வங்கி உணவகம் காவல் அஞ்சலகம் விடுதி தேவாலயம் அலுவலகம் கல்லூரி நூலகம்
  బ్యాంకు రెస్టారెంట్ హోటల్ గ్రంథాలయం ఆసుపత్రి కార్యాలయం చర్చి ಆಸ್ಪತ್ರೆ ಬ್ಯಾಂಕ್ ಗ್ರಂಥಾಲಯ ಕಚೇರಿ ആശുപത്രി ബാങ്ക് പള്ളി
  ਬੈਂਕ ਹੋਟਲ ਦੁਕਾਨ ਹਸਪਤਾਲ બેંક હોટેલ હોસ્પિટલ
  սուպերմարկետ სალონი მარკეტი მერია რესტორანი კაფე კლინიკა გამგეობა აკადემია საგანმანათლებლო მაღაზია ბიბლიოთეკა
  վարսավիրանոց համայնքապետարան խանութ բանկ սրճարան ռեստորան կինոթատրոն գրադարան պոլիկլինիկա մարզադպրոց
  `

/** Several words that say together what each would not. */
export const tradePhrases: string = `
  svečių namai, teismo rūmai, prekybos centras, viesu nams, tiesas nams, kaimo turizmo sodyba,
  dom smútku, dom smutku, dom starejših občanov, dom za starije, dom za ostarele, dom starców, dům s pečovatelskou
  službou,
  dom opieki społecznej, dom pogrzebowy, dom rekolekcyjny, dom parafialny, старечки дом, старачки дом, дом за стари,
  lovski dom, vaški dom, mladinski dom, kulturni centar, zadružni dom, vatrogasni dom, hrvatski dom,
  mjesna zajednica, месна заедница, месна заједница, айыл өкмөтү, бала бакча, балдар бакчасы, қонақ үй, эмийн сан, мал
  эмнэлэг,
  uşaq bağçası, mədəniyyət evi, şadlıq evi, bolalar bog chasi, bog chasi, mahalla idorasi, to yxona, konuk evi,
  misafir evi, bakım evi,
  huzur evi, kültür evi, köy konağı, taziye evi, düğün salonu,
  خانه بهداشت, خانه سالمندان, خانه فرهنگ, خانه معلم, مهمان خانه, دار الضيافة, دار القرآن, دار الأيتام, دار الثقافة,
  دار الشباب,
  بيت الشباب, مركز شباب, وحدة صحية, بيت الثقافة, בית הארחה, בית משפט, בית מאפה, בית תמחוי, בית המדרש, בית מדרש, בית
  עלמין,
  health post, health centre, ward office, chief s camp, police post, chop bar, provision shop, basic school,
  band club, maison relais, maison communautaire, case des tout petits, poste de santé, case de santé, foyer de jeunes,
  círculo infantil, hogar infantil, hogar de ancianos, hogar de adultos, hogar geriátrico, hogar comunitario,
  institución educativa, unidad educativa, unidad básica, unidad de salud, unidad sanitaria, centro de salud, casa de
  salud,
  casa de hospedaje, casa de huéspedes, casa de hóspedes, sociedad de fomento, club atlético, molino de nixtamal,
  casa do concello, casa dos pescadores, salón parroquial, salón cultural, finca hotel, puesto policial,
  nyumba ya wageni, nyumba ya kulala, rumah tahfidz, pos ronda, pos rw, balai rw, dewan orang ramai,
  taman kanak kanak, rumah sakit bersalin, te kura, kōhanga reo,
  nhà khách, nhà trọ, nhà hát, nhà kho, nhà ga, nhà nguyện, nhà văn hoá, thư viện, bảo tàng, cây xăng, rửa xe, tu
  viện, đồn công an,
  công an, trạm cứu hỏa, tiệm bánh, tiệm hoa, hội trường, trụ sở,
  salão de beleza, auto peças, lan house, quán phở, quán cơm, đình làng, кав ярня, tiệm tạp hóa, sửa xe, alimentation
  générale, crédit agricole,
  foyer communal, pompes funèbres, dječji dom, дом детского творчества, салон краси, oto yıkama, halı saha, sağlık
  ocağı,
  ti kêr, ti post, casa albergo, palazzo comunale, vigili del fuoco, stazione di servizio,
  ведомственная охрана, скорая помощь, салон красоты, комбинат питания, дом молитвы, дом ребенка, молитвенный дом, дом
  ветеранов,
  дом инвалидов, будинок престарілих, будинок дитячої творчості, гостьовий будинок, народний дім
`
