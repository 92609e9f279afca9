import { peoples } from "./People.ts"

/**
 * Names in scripts that leave out short vowels and double consonants, each with its usual Latin form behind a colon:
 * those of every script's letters alone give Di for عدي and La for علاء.
 */
export const abjads = peoples({
  ar: {
    female:
      "آمنة:Amina أحلام:Ahlam أسماء:Asma إيمان:Iman أمل:Amal أميرة:Amira بتول:Batoul بشرى:Bushra جميلة:Jamila حنان:Hanan خديجة:Khadija خلود:Khulud دانة:Dana دعاء:Duaa رانيا:Rania رغد:Raghad ريم:Reem زهراء:Zahraa زينب:Zainab سارة:Sara سعاد:Suad سلمى:Salma سمر:Samar سميرة:Samira شيماء:Shaimaa عائشة:Aisha عبير:Abeer غادة:Ghada فاطمة:Fatima فرح:Farah ليلى:Layla لمى:Lama مريم:Maryam منى:Mona نادية:Nadia ندى:Nada نهى:Nuha نور:Nour هالة:Hala هدى:Huda هند:Hind وفاء:Wafaa ياسمين:Yasmin",
    male: "آدم:Adam أحمد:Ahmad أسامة:Osama أمجد:Amjad أنس:Anas أيمن:Ayman إبراهيم:Ibrahim إياد:Iyad باسم:Basem بدر:Badr بلال:Bilal جمال:Jamal حازم:Hazem حسام:Hussam حسن:Hassan حسين:Hussein حمزة:Hamza خالد:Khaled رامي:Rami رشيد:Rashid زياد:Ziad سامر:Samer سامي:Sami سعيد:Saeed سليم:Salim سمير:Samir صلاح:Salah طارق:Tareq عادل:Adel عدنان:Adnan عماد:Imad عمر:Omar غسان:Ghassan فادي:Fadi فارس:Fares فهد:Fahd فيصل:Faisal كريم:Karim ماجد:Majed مازن:Mazen محمد:Mohammed محمود:Mahmoud مروان:Marwan مصطفى:Mustafa منصور:Mansour نبيل:Nabil هشام:Hisham وليد:Walid ياسر:Yasser يوسف:Youssef",
    families:
      "إبراهيم:Ibrahim إسماعيل:Ismail البكري:Al-Bakri البغدادي:Al-Baghdadi التميمي:Al-Tamimi الجابري:Al-Jabri الحسن:Al-Hassan الحلبي:Al-Halabi الحمادي:Al-Hammadi الخالدي:Al-Khalidi الخطيب:Al-Khatib الدوري:Al-Douri الراشد:Al-Rashed الزهراني:Al-Zahrani السالم:Al-Salem السيد:Al-Sayed الشامي:Al-Shami الشريف:Al-Sharif الشمري:Al-Shammari الصالح:Al-Saleh الطائي:Al-Tai العامري:Al-Amiri العبدالله:Al-Abdullah العطار:Al-Attar العلي:Al-Ali العمري:Al-Omari الغامدي:Al-Ghamdi القاسم:Al-Qasim القحطاني:Al-Qahtani المصري:Al-Masri المنصوري:Al-Mansouri الناصر:Al-Nasser النجار:Al-Najjar الهاشمي:Al-Hashimi بن_علي:Ben_Ali بوعزيز:Bouaziz حداد:Haddad حمدان:Hamdan خليل:Khalil درويش:Darwish زيدان:Zidan سليمان:Suleiman صباغ:Sabbagh عباس:Abbas عثمان:Othman عيسى:Issa فرحات:Farhat قاسم:Kassem منصور:Mansour موسى:Moussa",
    firms: "الأفق الأمل الفجر القمة المستقبل النخبة النور الواحة الريادة الشروق",
    firm: (name) => `شركة ${name}`
  },
  fa: {
    female:
      "آتنا:Atena آرزو:Arezu آزاده:Azadeh افسانه:Afsaneh الهام:Elham الهه:Elaheh بهاره:Bahareh پریسا:Parisa پروین:Parvin ترانه:Taraneh زهرا:Zahra زینب:Zeynab ساناز:Sanaz سارا:Sara سپیده:Sepideh سمیرا:Samira سیمین:Simin شادی:Shadi شیرین:Shirin شهره:Shohreh فاطمه:Fatemeh فرشته:Fereshteh فریبا:Fariba لاله:Laleh لیلا:Leyla مریم:Maryam مهسا:Mahsa مهناز:Mahnaz مینا:Mina نازنین:Nazanin نرگس:Narges نسرین:Nasrin نگار:Negar نیلوفر:Nilufar یاسمن:Yasaman",
    male: "آرش:Arash آرمین:Armin ابراهیم:Ebrahim احسان:Ehsan احمد:Ahmad اکبر:Akbar امیر:Amir ایمان:Iman بابک:Babak بهرام:Bahram بهروز:Behruz بیژن:Bijan پویا:Puya پیمان:Peyman جواد:Javad حامد:Hamed حسن:Hasan حسین:Hoseyn حمید:Hamid داریوش:Dariush رضا:Reza سامان:Saman سعید:Saeed سیاوش:Siavash شهرام:Shahram عباس:Abbas علی:Ali فرهاد:Farhad کامران:Kamran کاوه:Kaveh کوروش:Kurosh کیان:Kian محسن:Mohsen محمد:Mohammad مسعود:Masud مهدی:Mehdi مهرداد:Mehrdad نیما:Nima هادی:Hadi یاسر:Yaser",
    families:
      "آزاد:Azad احمدی:Ahmadi اسدی:Asadi اصفهانی:Esfahani اکبری:Akbari امینی:Amini باقری:Bagheri بهرامی:Bahrami تهرانی:Tehrani جعفری:Jafari حسینی:Hoseyni حیدری:Heydari خسروی:Khosravi رحیمی:Rahimi رستمی:Rostami رضایی:Rezaei زارعی:Zarei سلیمانی:Soleymani شریفی:Sharifi شیرازی:Shirazi صادقی:Sadeghi صالحی:Salehi طاهری:Taheri عباسی:Abbasi عزیزی:Azizi علوی:Alavi غفاری:Ghaffari فرهادی:Farhadi قاسمی:Ghasemi کاظمی:Kazemi کریمی:Karimi محمدی:Mohammadi مرادی:Moradi ملکی:Maleki موسوی:Musavi میرزایی:Mirzaei نجفی:Najafi نظری:Nazari نوری:Nuri هاشمی:Hashemi یزدانی:Yazdani یوسفی:Yusefi",
    firms: "آسمان البرز بهار پارس دماوند زاگرس سپهر کاوش کیمیا نیکان",
    firm: (name) => `شرکت ${name}`
  },
  he: {
    female:
      "אביגיל:Avigail אורלי:Orly אורית:Orit איילת:Ayelet אילנה:Ilana אסתר:Esther גלית:Galit דנה:Dana דפנה:Dafna הדס:Hadas הילה:Hila זהבה:Zehava חנה:Hannah טליה:Talia יעל:Yael יפעת:Yifat כרמית:Carmit ליאת:Liat לימור:Limor מאיה:Maya מיכל:Michal מירב:Merav מרים:Miriam נגה:Noga נועה:Noa נטלי:Natalie סיגל:Sigal עדי:Adi ענת:Anat ענבל:Inbal רבקה:Rivka רונית:Ronit רחל:Rachel שירה:Shira שירן:Shiran שרה:Sarah תמר:Tamar",
    male: "אבי:Avi אברהם:Avraham אורי:Uri איתי:Itai איתן:Eitan אלון:Alon אמיר:Amir אריה:Aryeh אסף:Assaf ארז:Erez בועז:Boaz בנימין:Binyamin גיא:Guy גיל:Gil דוד:David דן:Dan דניאל:Daniel זאב:Zeev חיים:Haim יאיר:Yair יהודה:Yehuda יוסף:Yosef יונתן:Yonatan יעקב:Yaakov יצחק:Yitzhak ירון:Yaron ליאור:Lior מאיר:Meir מיכאל:Michael משה:Moshe נדב:Nadav נועם:Noam עומר:Omer עידו:Ido רועי:Roy רון:Ron שי:Shai שלמה:Shlomo שמעון:Shimon תומר:Tomer",
    families:
      "אברהם:Avraham אברמוב:Abramov אדרי:Edri אוחנה:Ohana אוחיון:Ohayon אזולאי:Azoulay אלון:Alon אשכנזי:Ashkenazi ביטון:Bitton בן_דוד:Ben-David ברק:Barak בר:Bar גבאי:Gabbay גולדברג:Goldberg גרינברג:Greenberg דהן:Dahan הראל:Harel וייס:Weiss זוהר:Zohar חדד:Hadad חזן:Hazan טל:Tal יוסף:Yosef כהן:Cohen כץ:Katz לביא:Lavi לוי:Levy מועלם:Moalem מזרחי:Mizrahi מלכה:Malka נחום:Nahum סבג:Sabag סגל:Segal עמר:Amar פרידמן:Friedman פרץ:Peretz קדוש:Kadosh רוזן:Rosen רוזנברג:Rosenberg שגב:Segev שחר:Shahar שלום:Shalom שפירא:Shapira שרון:Sharon",
    firms: "אופק ארז גלבוע גליל הדר כרמל נחל נוף עופרים שחר",
    firm: (name) => `${name} בע״מ`
  },
  ur: {
    female:
      "آمنہ:Amna اقراء:Iqra بشریٰ:Bushra ثنا:Sana حفصہ:Hafsa حنا:Hina خدیجہ:Khadija رابعہ:Rabia روبینہ:Rubina زینب:Zainab سدرہ:Sidra سعدیہ:Sadia شازیہ:Shazia شبانہ:Shabana شمائلہ:Shumaila عائشہ:Ayesha عظمیٰ:Uzma فاطمہ:Fatima فرزانہ:Farzana فوزیہ:Fauzia کرن:Kiran مریم:Maryam ماہین:Maheen نادیہ:Nadia نازیہ:Nazia نسرین:Nasreen",
    male: "آصف:Asif ابراہیم:Ibrahim احسن:Ahsan احمد:Ahmed ارسلان:Arsalan اسد:Asad اظہر:Azhar اویس:Owais بلال:Bilal حارث:Haris حسن:Hassan حمزہ:Hamza خالد:Khalid رضوان:Rizwan سلمان:Salman شاہد:Shahid طارق:Tariq عادل:Adil عثمان:Usman عدنان:Adnan علی:Ali عمران:Imran فیصل:Faisal کامران:Kamran محسن:Mohsin ندیم:Nadeem وسیم:Waseem یاسر:Yasir",
    families:
      "آفریدی:Afridi احمد:Ahmed اعوان:Awan بٹ:Butt بخاری:Bukhari بھٹی:Bhatti جاوید:Javed چوہدری:Chaudhry چیمہ:Cheema حسین:Hussain خان:Khan خٹک:Khattak ڈار:Dar راجپوت:Rajput رضا:Raza سومرو:Soomro شاہ:Shah شیخ:Sheikh صدیقی:Siddiqui قریشی:Qureshi کھوکھر:Khokhar گیلانی:Gilani لغاری:Leghari مرزا:Mirza ملک:Malik مغل:Mughal میمن:Memon نیازی:Niazi وڑائچ:Warraich یوسفزئی:Yousafzai",
    firms: "الفلاح چناب راوی ستارہ سحر شاہین کہکشاں مہران",
    firm: (name) => `${name} ٹریڈرز`
  }
})
