// Names the browser and the operating system in a `User-Agent` header.

import bowser from 'bowser'

/** Of a `User-Agent` header; no real browser sends more. */
const maxLength = 256
/** A name that nobody knows is what the sender wrote. */
const maxNameLength = 40

/** What a browser says about itself. Null if it did not say, or says what nobody knows. */
export type Device = { browser: string | null; system: string | null }

/** Returns the names of browser and operating system in a `User-Agent` header, such as Firefox and Linux. */
export function deviceOf(userAgent: string | undefined): Device {
  const text = userAgent?.slice(0, maxLength) ?? ''
  // The parser refuses an empty text.
  const { browser, os } = text === '' ? {} : bowser.parse(text)
  return { browser: nameOf(browser), system: nameOf(os) }
}

const nameOf = (part: { name?: string } | undefined): string | null =>
  part?.name?.trim().slice(0, maxNameLength) || null

/** Returns how a person recognises the browser that sent a `User-Agent` header, such as "Firefox on Linux". */
export function deviceName(userAgent: string | undefined): string {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((name) => name !== null).join(' on ') || 'another browser'
}
