import { afterAll, afterEach, beforeAll } from 'vitest'

// Testing Library does this by itself only where afterEach and its like are globals, which they are not here.
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
