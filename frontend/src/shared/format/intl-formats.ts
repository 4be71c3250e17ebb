/**
 * Returns a function that makes the formatter of its arguments when it is first needed, and returns the same one afterwards. The first
 * formatters of a page take the browser tens of milliseconds, which the first paint of a screen must not wait for.
 */
const cached = <Options extends object, Format>(create: (locale: string, options: Options) => Format) => {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    let format = formats.get(key)
    if (format === undefined) formats.set(key, (format = create(locale, options)))
    return format
  }
}

/** Returns the formatter of dates and times for a locale and these options. */
export const dateFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Returns the formatter of numbers for a locale and these options. */
export const numberFormat = cached(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
