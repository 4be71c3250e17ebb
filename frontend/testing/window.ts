import { vi } from 'vitest'

/** Makes every media query match, as in a wide window, or none, for one test. */
export const stubMedia = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

/** Never reports an element as visible, for one test. */
export const stubIntersections = () =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
