import { afterAll, afterEach, beforeAll } from 'vitest'

// Testing Library cleans up automatically only if `afterEach` is a global; here it is not.
if ('document' in globalThis) {
  const { cleanup } = await import('@testing-library/react')
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })
  afterEach(cleanup)
  afterAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  })
}
