import bowser from 'bowser'

/** No real browser sends more. */
const maxLength = 512

/** Returns how a person recognises the browser that sent a `User-Agent` header, such as "Firefox on Linux". */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, maxLength) ?? ''
  // The parser refuses an empty text.
  const { browser, os } = text === '' ? {} : bowser.parse(text)
  const names = [browser?.name, os?.name].filter((name) => name !== undefined && name !== '')
  return names.length > 0 ? names.join(' on ') : 'another browser'
}
