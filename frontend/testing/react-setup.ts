import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Testing Library cleans up automatically only if `afterEach` is a global; here it is not.
if ('document' in globalThis) {
  const { resetPage } = await import('./reset-page.ts')
  // The specs of a worker share one window. Each begins with a new page, and with modules that no other one has changed.
  resetPage()
  vi.resetModules()
  const { cleanup, configure } = await import('@testing-library/react')
  // A real socket would reach any server on this machine, such as the product of another spec.
  vi.doMock('socket.io-client', () => import('./fake-socket.ts'))
  // A screen that is loaded when it opens takes more than the usual second on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
  // A press on a button shows its dialog at once, as after the pointer has reached a button.
  const { BaseDialog } = await import('../src/shared/ui/dialog/dialog.tsx')
  await BaseDialog.preload()
  const { clearUserData } = await import('../src/shared/storage/user-change.ts')
  const { cancelResync } = await import('../src/shared/live/resync.ts')
  const { useSession } = await import('../src/shared/session/session.ts')
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })
  // Specs block them.
  const storages = [localStorage, sessionStorage]
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    // No test starts with the data, the session or the storage of another one, or loads its data again because another one has connected.
    useSession.setState(useSession.getInitialState())
    clearUserData()
    cancelResync()
    for (const storage of storages) storage.clear()
  })
  afterAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  })
}
