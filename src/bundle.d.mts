/** The URL of the bundle, if a command with these arguments can run from it. */
export declare const bundleFor: (args: ReadonlyArray<string>) => string | undefined

/** Whether a command may load modules with sources, which it can only beside single files. */
export declare const loadsModules: (
  args: ReadonlyArray<string>,
  settings: Readonly<Record<string, string | undefined>>,
  folder: string
) => boolean
