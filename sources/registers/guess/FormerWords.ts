/**
 * Words of states in one language, or of one register: what is in use, and what is not, or not yet. Stems, as patterns
 * that ignore case.
 */
interface States {
  readonly current: string
  readonly former: string
}

/**
 * Compiled from INSPIRE's list StatusValue, the states of addresses in BAG, DAR, BeST, LINZ, the address standard of the
 * United States, and the words of registers in other languages.
 */
export const states: ReadonlyArray<States> = [
  {
    current:
      "\\b(?:current|active|valid|approved|assigned|existing|exists|in use|in force|verified|official|confirmed|live|built|occupied|complete|final|permanent|published|registered|inserted?|updated?|real|principal|primary|regular|issued|accepted|good|ok)\\b",
    former:
      "\\b(?:retired?|historic(?:al)?|expired|inactive|not active|deleted?|removed?|obsolete|abandoned|cancell?ed|void(?:ed)?|invalid|not valid|superseded|replaced|demolished|withdrawn|decommissioned|discontinued|former|old|outdated|closed|rejected|denied|duplicate|alias|alternat(?:e|ive)|unapproved|not approved|unbuilt|not built|pending|proposed|planned|preliminary|provisional|potential|reserved|future|under construction|projected)\\b"
  },
  {
    current: "uitgegeven|in ?gebruik|\\bactief|gevormd|buiten gebruik|gerealiseerd|aangewezen",
    former:
      "ingetrokken|niet gerealiseerd|ten onrechte|verblijfsobject gevormd|historisch|gehistoreerd|afgekeurd|voorgesteld|gereserveerd|gesloopt|\\binactief|vervallen|gepland"
  },
  {
    current: "gültig|bestehend|vorhanden|aktuell|\\baktiv|existent|amtlich|genutzt",
    former:
      "ungültig|historisch|gelöscht|geplant|aufgehoben|untergegangen|abgebrochen|abgerissen|nicht realisiert|projektiert|bewilligt|unbrauchbar|inaktiv|reserviert|im bau"
  },
  {
    current: "gældende|gjeldende|gällande|\\baktiv|i bruk|ibrugtaget|fastställd",
    former:
      "nedlagt|henlagt|foreløbig|slettet|utgått|utgången|upphävd|avregistrera|planlagt|planlagd|planerad|historisk|reserver|borttagen|preliminär"
  },
  {
    current: "voimassa|käytössä|olemassa",
    former: "lakkau|poiste|suunnit|passiv|vanhentu|purettu|rakenteilla"
  },
  {
    current: "en vigueur|en service|actuel|\\bvalide|\\bactif|existant|certifié",
    former:
      "supprimé|\\bancien|obsolète|historique|projet|provisoire|prévu|désaffecté|abrogé|\\baboli|annulé|\\binacti|réservé|remplacé|périmé|abandonn"
  },
  {
    current:
      "vigente|\\balta\\b|\\bactiv[oa]|\\bativ[oa]|\\battiv[oa]|em vigor|en vigor|existente|esistente|vigor|valid[oa]",
    former:
      "^baja$|(?:de|dad[oa]) baja|anulad|anulát|annullat|históric|storic[oa]|eliminad|eliminat|\\binactiv|\\binativ|disattiv|proyectad|projetad|progetto|provisional|provisóri|provvisori|retirad|suprimid|soppress|cessat|dismess|obsolet|propuest|propost|derogad|revogad|extint|cancelad|desativad|demolid"
  },
  {
    current: "istniejąc|aktualn|obowiązując",
    former:
      "prognozowan|w trakcie budowy|wtrakciebudowy|nieaktualn|archiwaln|usunięt|zlikwidowan|historyczn|projektowan|nieważn|zniesion|planowan|nieistniejąc"
  },
  {
    current:
      "platn|aktuáln|existuj|veljav|važeć|\\baktiv|galioj|kehtiv|^olemas$|spēkā|eksist|^eks$|érvényes|élő|\\bactiv|valabil",
    former:
      "zanikl|zrušen|neplatn|neaktuáln|historick|navrhovan|plánovan|ukinjen|neveljav|zgodovin|ukinut|brisan|neaktiv|povučen|megszűnt|törölt|archív|tervezett|desființat|radiat|\\binactiv|anulat|istoric|likvidēt|dzēst|anulēt|kļūd|^del$|^err$|panaikint|išregistruot|negalioj|kehtetu|kavand|lammuta"
  },
  {
    current: "действу|актуальн|активн|существу|чинн|діюч|дійсн|актив|валид",
    former:
      "аннулир|упраздн|неактуальн|неактив|удал[её]н|ликвидир|архив|проект|недейств|несуществу|анульован|скасован|нечинн|недійсн|закрит|заличен"
  },
  {
    current: "\\baktif|geçerli|mevcut|sah\\b",
    former: "pasif|[iİ]ptal|kapalı|yıkı[kl]|geçersiz|tidak aktif|batal|dihapus"
  },
  {
    current: "有効|現存|現行|현존|정상|유효|使用中|有效|现用|現用",
    former: "廃止|抹消|閉鎖|予定|폐지|말소|폐쇄|예정|멸실|廢止|废止|註銷|注销|已廢|預編|停用"
  }
]

/** Words of columns that say in which state a row is. */
export const ofStates =
  "status statuss lifecycle operation state stav tila stan statut etat estado stato staat situation situacion situacao zustand olek stada stanje stare durum durumu статус состояние стан lifecyclestatus lifecyclestage addressstatus statusforbelagenhetsadress seisund 状態 状況 상태 狀態 状态"

/** Words that make it the state of something else: of the work on a row, of a position, a payment. */
export const ofOtherStates =
  "voter company school employee account qa qc edit edited editing review verification verify geocode geocoding geocoded match matched mail mailing tax license licence permit work sync data owner owned ownership occupancy business marital name inspection survey validation payment historic historical heritage landmark preservation zoning"

/** Columns with the day from which a row does not count, as words put together. */
export const ends =
  "dateretired retireddt retiredt demodate demodt demolitiondate demolisheddate inactivedate dateinactive enddt retireddate retiredate retired retiredon retiredat retirement retirementdate enddate dateend ended expire expires expired expireddate expirationdate expiredate expirydate validto validuntil datetill effectiveto effectiveend endlifespanversion einddatum einddatumgeldigheid eindgeldigheid datumeinde eindetijd einde virkningtil registreringtil gyldigtil gultigbis gueltigbis datumbis enddatum datefin datfin datedefin datafine datacessazione datafim datadefim fechafin fechabaja fechadebaja fechahasta koniecwersjiobiektu koniecwersji waznydo wersjado datado datakoncowa platido platnostdo datumdo validtill datbeig ahtdate abltdate removed removeddate removaldate deleted deleteddate datedeleted deletedat deletiondate ceased ceaseddate historicdate dateto todate kehtivkuni galiojaiki datestrikingoff aobiki adriki veljado vrijedido bitistarihi hatalyvege датаокончания 廃止年月日 廃止日 폐지일자 말소일자"

/** Columns that say yes of rows that count, and of rows that do not, as words put together. */
export const yesIfCurrent =
  "active isactive actual isactual actuality current iscurrent valid isvalid enabled inuse actstatus livestatus recordactief aktiv gueltig gultig gyldig actief vigente vigent ativo activo attivo actif aktualny aktualni platny platna kehtiv galiojantis latest islatest"
export const yesIfFormer =
  "retired isretired deleted isdeleted inactive isinactive expired isexpired obsolete isobsolete abandoned alias isalias duplicate isduplicate demolished isdemolished removed proposed isproposed historisch geloescht nedlagt archived isarchived archiwalny zanikly recordinactief aanduidingrecordinactief"
