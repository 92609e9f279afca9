/** Whether the last digit is the check digit of the others, by ISO/IEC 7812-1, annex B. */
export const luhn = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0
