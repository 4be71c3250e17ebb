import type { Plugin } from 'vite'

/** Vite warns about the style sheets that `composes` reads. They have no assets, which the warning is about. */
export const withoutComposesWarning: Plugin = {
  name: 'without-composes-warning',
  configResolved: ({ logger }) => {
    const { warnOnce } = logger
    logger.warnOnce = (message, options) => {
      if (!message.includes('did not pass the `from` option')) warnOnce(message, options)
    }
  },
}
