/** The URL of the bundle, if a command with these arguments can run from it. */
export declare const bundleFor: (args: ReadonlyArray<string>) => string | undefined
