/** Names of coordinates, in degrees and in meters or feet, in order of preference. */
export const coordinateWords: ReadonlyArray<readonly [x: string, y: string]> = [
  [
    "lon; long; lng; longitude; point lon; x wgs84; lon wgs84; geo lon; long wgs84; longitud; lon dd; e hnit wgs84; gps long; lengdegrad; geographical longitude; laengengrad; lange; wgs84 lon; wgs84 x; coord lon; 経度; 경도; 经度; longitude dd; x lon; pikkus; longitudine; boylam; dlugosc; centroid lon; longitude 84; xlong; долгота; longi; lambda; ลองจิจูด; kinh do",
    "lat; latitude; point lat; y wgs84; lat wgs84; geo lat; latitud; lat dd; n hnit wgs84; gps lat; breddegrad; geographical latitude; breitengrad; breite; wgs84 lat; wgs84 y; coord lat; 緯度; 위도; 纬度; latitude dd; y lat; laius; latitudine; enlem; szerokosc; centroid lat; latitude 84; ylat; широта; lati; phi; ละติจูด; vi do"
  ],
  [
    "x; easting; east; e; point x; coord x; x coord; xcoord; x coordinate; ostwert; rechtswert; ost; oest; adr easting; ostkoordinate; dkode; x koordinate; bg x; coordx; east wert; x utm; utm x; etrs89 x; x etrs89; x point; viitepunkt x; adrbod x; shape x; geox; x lambert; xlambert; rw; eeeeeeee eee; gkode; ekoord; x ostkoordinate; e lv95; gmkx; x isn93; coord e; oestkoordinat; etrs89koordinat ost; etrs89koordinatost; coord x comune; sweref99 e; e koordinat; souradnice x; coordenada x; utmx; longitude x; 좌표x; x좌표; x tm; xcentroid; address x; x epsg; eov x; xmeters; x lv95; hk1980 e; xkoord; x wsp; xcenter; posx; pozx; gk x; este; utm este; coord este; coordenada este",
    "y; northing; north; n; point y; coord y; y coord; ycoord; y coordinate; nordwert; hochwert; nord; adr northing; nordkoordinate; dkodn; y koordinate; bg y; coordy; north wert; y utm; utm y; etrs89 y; y etrs89; y point; viitepunkt y; adrbod y; shape y; geoy; y lambert; ylambert; hw; nnnnnnn nnn; gkodn; nkoord; y nordkoordinate; n lv95; gmky; y isn93; coord n; nordkoordinat; etrs89koordinat nord; etrs89koordinatnord; coord y comune; sweref99 n; n koordinat; souradnice y; coordenada y; utmy; latitude y; 좌표y; y좌표; y tm; ycentroid; address y; y epsg; eov y; ymeters; y lv95; hk1980 n; ykoord; y wsp; ycenter; posy; pozy; gk y; norte; utm norte; coord norte; coordenada norte"
  ]
]

/** Words around a name that do not say what the column contains. */
export const around =
  "site situs phy res residence desc addr address adr add prop property loc location full fulladdr pt feature feat physical phys primary prim main the a s name nm naam nom nazwa text value field attr ban bag pand one decode imovel inmueble immobile immeuble"

/** Words that give a column another meaning than the rest of its name: codes, keys, and mailing addresses. */
export const otherwise =
  "id ids code codes codice codigo clave cve cod cd kod kode koda key uid uuid pid ref fk insee esid fosnr kennziffer kennz schl schluessel schluesselzahl siruta teryt simc sym symbol area perimeter length len old prev previous soundex afnor fantoir rivoli count sum status date datum owner own mailing applicant contact phone tel email sifra kodas kods lau nuts fips ags rs geoid insee code_insee commune_insee number_of nil url remark comment source src version namespace language script href von bis species"

/** Words of what has a number of its own, so that a column with them holds no house numbers. */
export const otherNumbers =
  "parcel dwelling account acct permit license licence tax apn pin folio roll plan deed document doc case ticket invoice order job project meter page tract precinct route phone county state zip district ward zone census block record row file map"
