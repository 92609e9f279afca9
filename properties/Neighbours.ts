/** Countries that share a land border, by code: records of one end up in files of the other. */
const borders =
  "AD:ES,FR AE:OM,SA AF:IR,PK,TJ AL:GR,ME,MK,XK AM:AZ,GE,TR AO:CD,NA,ZM AR:BO,BR,CL AT:CH,CZ,DE,HU AZ:AM,GE,RU " +
  "BA:HR,ME,RS BD:IN,MM BE:DE,FR,LU,NL BF:CI,GH,ML BG:GR,MK,RO BI:CD,RW,TZ BJ:BF,NE,NG BN:MY BO:AR,BR,PE " +
  "BR:AR,CO,PY BT:CN,IN BW:NA,ZA,ZW BY:LT,PL,RU BZ:GT,MX CA:US CD:AO,CG,UG CF:CM,SD,TD CG:CD,CM,GA CH:AT,DE,FR,IT " +
  "CI:BF,GH,LR CL:AR,BO,PE CM:GA,NG,TD CN:MN,RU,VN CO:BR,EC,VE CR:NI,PA CZ:AT,DE,PL,SK DE:AT,FR,NL,PL DJ:ER,ET,SO " +
  "DK:DE DO:HT DZ:LY,MA,TN EC:CO,PE EE:LV,RU EG:IL,LY,SD ER:DJ,ET,SD ES:FR,PT ET:ER,KE,SO FI:NO,RU,SE FR:BE,DE,ES,IT " +
  "GA:CG,CM,GQ GB:IE GE:AM,AZ,RU,TR GF:BR,SR GH:BF,CI,TG GI:ES GM:SN GN:LR,ML,SN GQ:CM,GA GR:AL,BG,TR GT:BZ,MX,SV " +
  "GW:GN,SN GY:BR,SR,VE HK:CN HN:GT,NI,SV HR:BA,HU,SI HT:DO HU:AT,HR,RO,SK ID:MY,PG IE:GB IL:EG,JO,LB IN:BD,NP,PK " +
  "IQ:IR,SA,TR IR:AF,IQ,PK IT:AT,CH,FR,SI JO:IL,IQ,SA KE:ET,TZ,UG KG:KZ,TJ,UZ KH:LA,TH,VN KP:CN,KR KR:KP KW:IQ,SA " +
  "KZ:CN,RU,UZ LA:KH,TH,VN LB:IL,SY LI:AT,CH LR:CI,GN,SL LS:ZA LT:BY,LV,PL LU:BE,DE,FR LV:EE,LT,RU LY:DZ,EG,TN " +
  "MA:DZ,ES MC:FR,IT MD:RO,UA ME:AL,BA,RS MK:AL,BG,GR ML:BF,NE,SN MM:BD,IN,TH MN:CN,RU MO:CN MR:ML,SN MW:MZ,TZ,ZM " +
  "MX:GT,US MY:ID,SG,TH MZ:MW,TZ,ZA NA:AO,BW,ZA NE:DZ,ML,NG NG:BJ,CM,NE NI:CR,HN NL:BE,DE NO:FI,SE NP:CN,IN " +
  "OM:AE,SA,YE PA:CO,CR PE:BR,CL,EC PG:ID PH:MY PK:AF,IN,IR PL:CZ,DE,SK,UA PT:ES PY:AR,BO,BR QA:SA RO:BG,HU,MD " +
  "RS:BA,HR,HU RU:BY,FI,KZ,UA RW:BI,TZ,UG SA:AE,JO,YE SD:EG,ET,TD SE:DK,FI,NO SG:MY SI:AT,HR,IT SK:AT,CZ,HU,PL " +
  "SL:GN,LR SM:IT SN:GM,ML,MR SO:DJ,ET,KE SR:BR,GF,GY SS:ET,SD,UG SV:GT,HN SY:IQ,JO,TR SZ:MZ,ZA TD:CF,NE,SD " +
  "TG:BJ,GH TH:KH,LA,MY TJ:AF,KG,UZ TL:ID TM:IR,KZ,UZ TN:DZ,LY TR:BG,GR,SY TW:CN TZ:KE,MZ,UG UA:BY,PL,RU UG:KE,RW,TZ " +
  "US:CA,MX UY:AR,BR UZ:KZ,TJ,TM VA:IT VE:BR,CO,GY VN:CN,KH,LA YE:OM,SA ZA:BW,LS,NA ZM:AO,MW,ZW ZW:BW,MZ,ZM"

const known = new Map(
  borders.split(" ").map((entry) => [entry.slice(0, 2), entry.slice(3).split(",")] as readonly [string, Array<string>])
)

/** Some neighbours of this country, the most likely first; for an island, large countries. */
export const neighboursOf = (country: string): ReadonlyArray<string> =>
  known.get(country) ?? ["US", "FR", "GB"].filter((other) => other !== country)
