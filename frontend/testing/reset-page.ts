/** The address of the page in specs. */
const address = 'http://localhost:3000/'

type Listening = [target: EventTarget, ...Parameters<EventTarget['addEventListener']>]

/** Kept by the window, because the modules of the specs begin anew with each file. */
const key = Symbol.for('who listens to the page')
type HappyDom = {
  setURL: (url: string) => void
  setViewport: (size: { width: number; height: number }) => void
}
type WatchedWindow = Window & { [key]?: Listening[]; happyDOM: HappyDom }

/**
 * Makes the page of the specs as it is at the start of a worker: empty, without storage, cookies and listeners, at its address. Called
 * before each spec file.
 */
export function resetPage(): void {
  // Safe: the environment of the specs is happy-dom.
  const watched = window as unknown as WatchedWindow
  for (const [target, ...listener] of watched[key] ?? []) target.removeEventListener(...listener)
  if (watched[key] === undefined) for (const target of [window, document]) watchListeners(target, watched)
  watched[key] = []
  localStorage.clear()
  sessionStorage.clear()
  for (const entry of document.cookie.split('; '))
    document.cookie = `${entry.split('=')[0]}=; Max-Age=0; Path=/`
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  watched.happyDOM.setURL(address)
  history.replaceState(null, '')
  watched.happyDOM.setViewport({ width: 1024, height: 768 })
}

/**
 * Records who listens to a target from now on. Of the document, only what our modules listen to: user-event adds its listeners once,
 * and expects them in every file.
 */
function watchListeners(target: EventTarget, watched: WatchedWindow): void {
  const { addEventListener } = target
  target.addEventListener = (...listener: Parameters<EventTarget['addEventListener']>) => {
    if (target === window || listener[0] === 'visibilitychange') watched[key]?.push([target, ...listener])
    addEventListener.apply(target, listener)
  }
}
