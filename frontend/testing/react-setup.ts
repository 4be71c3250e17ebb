import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Testing Library cleans up automatically only if `afterEach` is a global; here it is not.
if ('document' in globalThis) {
  const { resetPage } = await import('./reset-page.ts')
  // The specs of a worker share one window. Each begins with a new page, and with modules that no other one has changed.
  resetPage()
  vi.resetModules()
  const { cleanup, configure } = await import('@testing-library/react')
  const { notifyManager } = await import('@tanstack/react-query')
  // React keeps a stack trace of each element for its warnings, which takes a sixth of the time of these specs.
  Object.defineProperty(await reactInternals(), 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set() {
      // React counts them: it keeps none after the first 10,000.
    },
  })
  // A screen that is loaded when it opens takes more than the usual second on a busy machine.
  configure({ asyncUtilTimeout: 10_000 })
  // `act` waits for microtasks, not for the timer that TanStack Query uses otherwise.
  notifyManager.setScheduler(queueMicrotask)
  const { clearUserData } = await import('../src/shared/session/user-data.ts')
  const { cancelResync } = await import('../src/shared/live/resync.ts')
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })
  afterEach(() => {
    cleanup()
    // No test starts with the data of another one, or loads its data again because another one has connected.
    clearUserData()
    cancelResync()
  })
  afterAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  })
}

/** The state that the parts of React share. No option sets what the specs change. */
async function reactInternals(): Promise<object> {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
    // Safe: all packages of React use it.
    (await import('react')) as unknown as Record<string, object>
  if (!internals || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('React counts its stack traces elsewhere.')
  return internals
}
