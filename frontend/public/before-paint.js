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

  // A prerendered page names the requests of its screen, which do not wait for the scripts; these take the answers
  // (`src/shared/http/http.ts`). An admin who is no owner may not send all of them.
  /** Resolves when all are answered and the first screenshot is painted. */
  const sendRequests = async () => {
    if (document.getElementById('root')?.dataset.prerendered !== `${dataset.reader}s`) return
    if (dataset.reader === 'admin' && /"role":"(?!owner")/.test(read('adminUser') ?? '')) return
    const segments = location.pathname.split('/')
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${read('token') ?? read('adminToken')}`,
    }
    const answers = new Map()
    /** @type {Promise<void> | undefined} */
    let painted
    for (const meta of document.querySelectorAll('meta[name="request"]')) {
      const url = (meta.getAttribute('content') ?? '').replaceAll(
        /{(\d)}/g,
        (_, index) => segments[index] ?? '',
      )
      const sentAt = Date.now()
      const answer = fetch(url, { headers }).then(async (response) => {
        const receivedAt = Date.now()
        const text = await response.clone().text()
        // Fonts with the letters of names. Those that arrive later than the text move it.
        void document.fonts.load('1em "Instrument Sans Variable"', text)
        painted ??= showScreenshot(text)
        return { response, sentAt, receivedAt }
      })
      // Without an answer the scripts send the request themselves.
      answers.set(
        url + headers.Authorization,
        answer.catch(() => undefined),
      )
    }
    Object.assign(globalThis, { firstAnswers: answers })
    await Promise.all(answers.values())
    await painted
  }
  // The first screenshot is the largest part of the feed. Its outline has a place for it, below an activity without a project.
  /**
   * Returns when it will be painted; nothing if the answer has none.
   * @param {string} text
   */
  const showScreenshot = (text) => {
    /** @type {HTMLImageElement | null} */
    const place = document.querySelector('img[data-first-screenshot]')
    if (!place) return
    /** @type {{ items?: { project?: { thumbnail?: string | null } }[] }} */
    const { items } = JSON.parse(text)
    const thumbnails = items?.map(({ project }) => project?.thumbnail)
    const source = thumbnails?.find(Boolean)
    if (!source) return
    place.src = source
    place.dataset.firstScreenshot = thumbnails?.[0] ? 'at the top' : ''
    const isDecoded = place.decode().catch(() => undefined)
    return isDecoded.then(afterPaint)
  }
  /** Resolves when what is on the page now is painted. */
  const afterPaint = () =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(undefined))))

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
    // The first formatters take as long as a rendering, and the next ones nearly nothing: they are made while the scripts load.
    const { lang } = document.documentElement
    setTimeout(() => new Intl.NumberFormat(lang))
    setTimeout(() => new Intl.DateTimeFormat(lang))
  }
  // The scripts are a hundred times as large as the first screenshot, and wait until it is painted, unless that takes long.
  /** @param {Promise<void>} painted */
  const loadScriptsAfterScreenshot = async (painted) => {
    const waitMs = document.querySelector('img[data-first-screenshot]') ? 300 : 0
    await afterPaint()
    await Promise.race([painted, new Promise((resolve) => setTimeout(resolve, waitMs))])
    loadScripts()
  }
  addEventListener('DOMContentLoaded', () => {
    const painted = sendRequests()
    // A page in the background is not painted.
    if (document.visibilityState === 'hidden') return loadScripts()
    void loadScriptsAfterScreenshot(painted)
  })
}

// The main script sends the forms. One that is sent before it runs would put a password into the address; it waits for the
// script, which sends the form that is marked.
addEventListener('submit', (event) => {
  event.preventDefault()
  const hasStarted = document.documentElement.dataset.reader === undefined
  if (!hasStarted && event.target instanceof HTMLFormElement) event.target.dataset.sent = ''
})
