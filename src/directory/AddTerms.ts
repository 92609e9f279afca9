import type { DirectoryLicense } from "../../schemas/Directory.ts"

const isFree = (name: string): boolean => /public domain|\bCC0\b|\bPDDL\b|unlicen[cs]e/i.test(name)
const isNonCommercial = (name: string): boolean => /\bNC\b|non-?commercial/i.test(name)
const isUnchanged = (name: string): boolean => /\bND\b|no ?deriv/i.test(name)

/**
 * A licence in plain words: what it requires, and of whom. This is not legal advice: only the licence itself counts.
 */
export const licenseInWords = ({ attribution, name, shareAlike }: DirectoryLicense): string => {
  if (isFree(name) && !shareAlike) return `${name}: no conditions. Crediting ${attribution} is good practice.`
  return [
    `${name}: show "${attribution}" wherever you show these addresses.`,
    ...(isNonCommercial(name) ? ["No commercial use."] : []),
    ...(isUnchanged(name) ? ["No sharing of modified data."] : []),
    ...(shareAlike ? ["A database made from them that you share must be under the same licence."] : [])
  ].join(" ")
}
