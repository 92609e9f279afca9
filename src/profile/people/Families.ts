import type { LocaleName } from "../Locales.ts"

/** The most common families of the United States (Census Bureau, surnames of 2010). */
const american =
  "Adams Aguilar Alexander Allen Alvarez Anderson Andrews Armstrong Arnold Austin Bailey Baker Barnes Bell Bennett Berry Bishop Black Boyd Bradley Brooks Brown Bryant Burke Burns Butler Campbell Carlson Carpenter Carr Carroll Carter Castillo Castro Chapman Chavez Chen Clark Cole Coleman Collins Contreras Cook Cooper Cox Crawford Cruz Cunningham Daniels Davis Dean Delgado Diaz Dixon Duncan Dunn Edwards Elliott Ellis Evans Ferguson Fernandez Fisher Flores Ford Foster Fowler Fox Franklin Freeman Fuller Garcia Gardner Garza George Gibson Gilbert Gomez Gonzalez Gordon Graham Grant Gray Green Greene Griffin Guerrero Gutierrez Guzman Hall Hamilton Hansen Hanson Harper Harris Harrison Hart Harvey Hawkins Hayes Henderson Henry Hernandez Herrera Hicks Hill Hoffman Holmes Howard Howell Hudson Hughes Hunt Hunter Jackson Jacobs James Jenkins Jensen Jimenez Johnson Johnston Jones Jordan Kelley Kelly Kennedy Khan Kim King Knight Lane Larson Lawrence Lawson Le Lee Lewis Li Little Lopez Lynch Marshall Martin Martinez Mason Matthews McCoy McDonald Medina Mendez Mendoza Meyer Miller Mills Mitchell Montgomery Moore Morales Moreno Morgan Morris Morrison Munoz Murphy Murray Myers Nelson Newman Nguyen Nichols O'Brien Oliver Olson Ortiz Owens Palmer Park Parker Patel Patterson Payne Perez Perkins Perry Peters Peterson Phillips Pierce Porter Powell Price Ramirez Ramos Ray Reed Reid Reyes Reynolds Rice Richards Richardson Riley Rivera Roberts Robertson Robinson Rodriguez Rogers Romero Rose Ross Ruiz Russell Ryan Salazar Sanchez Sanders Santiago Santos Schmidt Schneider Schultz Scott Shaw Silva Simmons Simpson Sims Singh Smith Snyder Soto Spencer Stanley Stephens Stevens Stewart Stone Sullivan Taylor Thomas Thompson Torres Tran Tucker Turner Vargas Vasquez Wagner Walker Wallace Wang Ward Warren Washington Watkins Watson Weaver Webb Weber Welch Wells West Wheeler White Williams Williamson Willis Wilson Wong Wood Woods Wright Yang Young Zimmerman"

const canadian =
  "Adams Ahmed Ali Allen Anderson Bailey Baker Bell Bennett Boucher Brown Burke Campbell Chan Chen Clark Collins Cook Cooper Cox Davies Davis Dhaliwal Edwards Evans Fortin Fraser Friesen Gagnon Gauthier Gill Graham Grant Gray Green Grewal Hall Hamilton Harris Hill Huang Hughes Hunter Jackson James Johnson Johnston Jones Kaur Kelly Kennedy Khan Kim King Kowalchuk Lam Leblanc Lee Lewis Li Liu MacDonald MacKenzie MacLean MacLeod Marshall Martin McDonald McKay McLean Miller Mitchell Moore Morin Morris Morrison Murphy Murray Nelson Nguyen O'Brien Patel Pelletier Penner Peters Phillips Quinn Reid Richardson Roberts Robertson Robinson Ross Roy Russell Ryan Scott Shaw Sidhu Simpson Singh Smith Stewart Sutherland Taylor Thomas Thompson Tran Turner Walker Wallace Walsh Wang Ward Watson White Wiebe Williams Wilson Wong Wood Wright Wu Young Zhang"

const australian =
  "Adams Allen Anderson Bailey Baker Bell Bennett Brown Butler Campbell Carter Chan Chapman Chen Clark Clarke Collins Cook Cooper Cox Davis Dixon Edwards Ellis Evans Fisher Fraser Gibson Graham Grant Gray Green Hall Hamilton Harris Harrison Harvey Hill Hughes Hunt Jackson James Johnson Johnston Jones Kaur Kelly Kennedy King Knight Kumar Le Lee Lewis Li Liu Marshall Martin Mason Matthews McDonald McKenzie Miller Mills Mitchell Moore Morgan Morris Morrison Murphy Murray Nguyen O'Brien O'Connor Palmer Papadopoulos Parker Patel Pham Phillips Reid Richards Richardson Roberts Robertson Robinson Rogers Rose Rossi Russell Ryan Scott Shaw Simpson Singh Smith Stevens Stewart Sullivan Taylor Thomas Thompson Thomson Tran Turner Walker Wallace Walsh Wang Ward Watson Webb White Williams Wilson Wong Wood Wright Young Zhang"

const families: { readonly [name in LocaleName]?: string } = {
  en: american,
  en_AU: australian,
  en_CA: canadian,
  en_US: american
}

/** Families of a country of which Faker has hardly any: those of its English locales are Lueilwitz, Kuhic and Runolfsdottir. */
export const ownFamilies = (locale: LocaleName): ReadonlyArray<string> | undefined => families[locale]?.split(" ")
