// @vitest-environment happy-dom
import type { SaveDraftRequest } from '@thirty/contracts/api/projects/drafts.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'

vi.mock('socket.io-client', () => import('../../../../testing/fake-socket.ts'))

const day = 19
let isOffline: boolean
/** The texts that the account received. */
let sent: string[]
let stops: (() => void)[]
let onSent: (projectName: string) => void

/** Opens the form in a further tab of the same browser: a tab has its own modules and shares the storage. */
async function openTab() {
  vi.resetModules()
  const { useSession } = await import('../../../shared/session/session.ts')
  useSession.setState({ session: { kind: 'user', user: maya } })
  const store = await import('./drafts-store.ts')
  const { emptyDraft } = await import('./draft.ts')
  const { useDrafts } = await import('./drafts-state.ts')
  const stop = store.followDrafts()
  // The modules stay loaded, but send nothing more.
  const close = () => {
    stop()
    useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
  }
  stops.push(close)
  await pass(0)
  return {
    close,
    write: (projectName: string) => store.writeDraft(day, { ...emptyDraft, projectName }),
    text: () => useDrafts.getState().local[day]?.draft.projectName,
    ofOtherTabs: () => {
      notify()
      return useDrafts.getState().others.map(({ draft }) => draft.projectName)
    },
    useOther: () => {
      const [other] = useDrafts.getState().others
      if (other) store.continueOther(other)
    },
  }
}
/** Browsers send this to all other tabs. */
const notify = () => window.dispatchEvent(new StorageEvent('storage', { key: null }))
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const reconnect = async () => {
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await pass(15_000)
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  isOffline = true
  sent = []
  stops = []
  onSent = () => undefined
  mockServer({
    'GET /api/drafts': (request, id) =>
      isOffline ? networkError(request, id) : { success: true, drafts: [] },
    'PUT /api/drafts/:day': (request, id) => {
      if (isOffline) return networkError(request, id)
      // The store sends what the endpoint requires.
      const { version, content } = request.body as SaveDraftRequest
      sent.push(content.projectName)
      onSent(content.projectName)
      const writtenAt = new Date().toISOString()
      return { success: true, draft: { day, versions: [{ version, writtenAt, device: 'Chrome', content }] } }
    },
  })
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

test('two tabs that write without a connection keep both texts, also after a reload', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  expect(first.ofOtherTabs()).toEqual(['Of the second tab'])
  expect(second.ofOtherTabs()).toEqual(['Of the first tab'])
  first.close()
  second.close()
  const third = await openTab()
  expect(new Set([third.text(), ...third.ofOtherTabs()])).toEqual(
    new Set(['Of the first tab', 'Of the second tab']),
  )
})

test('the text of a tab that was closed is sent by another one', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  first.close()
  await reconnect()
  expect(sent.toSorted()).toEqual(['Of the first tab', 'Of the second tab'])
  expect(second.ofOtherTabs()).toEqual([])
})

test('a tab leaves the text of another one to it for a moment, so that it is sent once', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  await reconnect()
  expect(sent.toSorted()).toEqual(['Of the first tab', 'Of the second tab'])
})

test('a text that a tab continues after a reload is one text and not two', async () => {
  const first = await openTab()
  first.write('Pulse')
  first.close()
  const second = await openTab()
  expect([second.text(), second.ofOtherTabs()]).toEqual(['Pulse', []])
  second.write('Pulse 2')
  second.close()
  const third = await openTab()
  expect([third.text(), third.ofOtherTabs()]).toEqual(['Pulse 2', []])
})

test('a tab that continues the text of another one does not replace what that one writes later', async () => {
  const first = await openTab()
  first.write('Pulse')
  const second = await openTab()
  first.write('Pulse of the first tab')
  second.write('Pulse of the second tab')
  expect(second.ofOtherTabs()).toEqual(['Pulse of the first tab'])
  expect(first.ofOtherTabs()).toEqual(['Pulse of the second tab'])
})

test('using the text of another tab keeps the own one beside it, without a connection, too', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  second.ofOtherTabs()
  second.useOther()
  expect([second.text(), second.ofOtherTabs()]).toEqual(['Of the first tab', ['Of the second tab']])
})

/** Changes the stored text, as its tab does. */
function typeMore(before: string, after: string) {
  const key = Object.keys(localStorage).find((each) => localStorage.getItem(each)?.includes(before)) ?? ''
  const stored = JSON.parse(localStorage.getItem(key) ?? '') as { draft: object }
  localStorage.setItem(
    key,
    JSON.stringify({ ...stored, draft: { ...stored.draft, projectName: after }, writtenAt: Date.now() }),
  )
}

test('what another tab typed while its text was being sent is kept, and sent later', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  first.close()
  onSent = (projectName) => {
    if (projectName === 'Of the first tab') typeMore(projectName, 'More of the first tab')
  }
  await reconnect()
  expect(second.ofOtherTabs()).toEqual(['More of the first tab'])
  await pass(20_000)
  expect(sent).toContain('More of the first tab')
  expect(second.ofOtherTabs()).toEqual([])
})

test('a text that another tab changed a moment ago is left to it', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  first.close()
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await pass(8_000)
  typeMore('Of the first tab', 'More of the first tab')
  await pass(4_000)
  expect(sent).toEqual(['Of the second tab'])
  await pass(20_000)
  expect(sent).toEqual(['Of the second tab', 'More of the first tab'])
})

test('the text of a closed tab is sent after a temporary failure, without another event', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  first.close()
  await pass(15_000)
  isOffline = false
  await pass(70_000)
  expect(sent.toSorted()).toEqual(['Of the first tab', 'Of the second tab'])
})
