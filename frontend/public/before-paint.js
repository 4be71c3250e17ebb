// Runs before the first paint. A separate file, because the content security policy does not allow inline scripts.
{
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be blocked, such as in private windows.
      return null
    }
  }
  // Otherwise zod tries to compile code from text, which the content security policy refuses and reports.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  const choice = read('thirty-theme') ?? 'system'
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const { dataset } = document.documentElement
  dataset.theme = dark ? 'dark' : 'light'
  // A prerendered page that this reader is redirected from must not flash.
  const admin = read('adminUser')?.includes('"status":"pending"') ? 'pending-admin' : 'admin'
  dataset.reader = read('token') ? 'participant' : read('adminToken') ? admin : 'visitor'
  // Set before the first paint, so that the content beside the sidebar does not move.
  if (read('thirty-admin-sidebar') === 'collapsed') dataset.sidebar = 'collapsed'

  // A prerendered page names its scripts, the first of which starts the product. They load once the text is painted.
  const loadScripts = () => {
    const files = [...document.querySelectorAll('meta[name="script"]')].map(
      (meta) => meta.getAttribute('content') ?? '',
    )
    for (const file of files) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
    // Without a connection the page can be read, and starts when the connection is back.
    if (files[0])
      import(files[0]).catch(() => addEventListener('online', () => location.reload(), { once: true }))
  }
  addEventListener('DOMContentLoaded', () => {
    // A page in the background is not painted.
    if (document.visibilityState === 'hidden') loadScripts()
    else requestAnimationFrame(() => setTimeout(loadScripts))
  })
}

// The main script sends the forms. One that is sent before it runs would put a password into the address; it waits for the
// script, which sends the form that is marked.
addEventListener('submit', (event) => {
  event.preventDefault()
  const hasStarted = document.documentElement.dataset.reader === undefined
  if (!hasStarted && event.target instanceof HTMLFormElement) event.target.dataset.sent = ''
})
