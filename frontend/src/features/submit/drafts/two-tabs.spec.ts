// @vitest-environment happy-dom
import type { SaveDraftRequest } from '@thirty/contracts/projects/drafts-api.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'

const day = 19
let isOffline: boolean
/** The texts that the account received. */
let sent: string[]
let stops: (() => void)[]

/** Opens the form in a further tab of the same browser: a tab has its own modules and shares the storage. */
async function openTab() {
  vi.resetModules()
  const { useSession } = await import('../../../shared/session/session.ts')
  useSession.setState({ session: { kind: 'user', user: maya } })
  const store = await import('./draft-actions.ts')
  const { emptyDraft } = await import('./drafts.ts')
  const { useDrafts } = await import('./drafts.ts')
  const stop = store.followDrafts(day)
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
    isTold: () => {
      notify()
      return useDrafts.getState().open?.isInOtherTab
    },
  }
}
/** Browsers send this to all other tabs. */
const notify = () => window.dispatchEvent(new StorageEvent('storage', { key: `thirty-submit-draft-${day}` }))
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const reconnect = async () => {
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await pass(15_000)
}

beforeEach(() => {
  vi.useFakeTimers()
  isOffline = true
  sent = []
  stops = []
  mockServer({
    'GET /api/drafts': (request, id) =>
      isOffline ? networkError(request, id) : { success: true, drafts: [] },
    'PUT /api/drafts/:day': (request, id) => {
      if (isOffline) return networkError(request, id)
      // The store sends what the endpoint requires.
      const { version, content } = request.body as SaveDraftRequest
      sent.push(content.projectName)
      const writtenAt = new Date().toISOString()
      return { success: true, draft: { day, versions: [{ version, writtenAt, device: 'Chrome', content }] } }
    },
  })
})
afterEach(() => {
  for (const stop of stops) stop()
})

test('without a connection, a tab is told that another one has typed before it, and before its own text is replaced', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  expect([first.isTold(), second.isTold()]).toEqual([false, true])
  second.write('Of the second tab')
  expect([first.isTold(), second.isTold()]).toEqual([true, false])
  first.close()
  second.close()
  expect((await openTab()).text()).toBe('Of the second tab')
})

test('with the connection, the account gets the texts of both tabs, and no tab warns any more', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  expect(first.isTold()).toBe(true)
  await reconnect()
  expect(sent.toSorted()).toEqual(['Of the first tab', 'Of the second tab'])
  expect([first.isTold(), second.isTold()]).toEqual([false, false])
})

test('a tab whose text was sent does not replace what another one has typed since', async () => {
  const [first, second] = [await openTab(), await openTab()]
  isOffline = false
  first.write('Of the first tab')
  await pass(1_000)
  second.write('Of the second tab')
  await pass(700)
  expect(sent).toEqual(['Of the first tab'])
  second.close()
  const third = await openTab()
  expect(third.text()).toBe('Of the second tab')
  await pass(1_500)
  expect(sent).toEqual(['Of the first tab', 'Of the second tab'])
})

test('a tab that is emptied keeps the text on this device that another one has typed since', async () => {
  const [first, second] = [await openTab(), await openTab()]
  first.write('Of the first tab')
  second.write('Of the second tab')
  first.write('')
  first.close()
  second.close()
  expect((await openTab()).text()).toBe('Of the second tab')
})
