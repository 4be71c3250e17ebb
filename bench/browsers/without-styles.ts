// Loaded before the program of a browsers' process: its boards are made by modules of the browser, some of which have style sheets, which
// Node does not know. Here they have no classes.

import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.css')
      ? { format: 'module', source: 'export default {}', shortCircuit: true }
      : next(url, context),
})
