import { vi } from 'vitest'

/** Replaces `XMLHttpRequest` for one test. Returns a function that answers the pending upload. */
export function mockUpload(): (status: number, response: object) => void {
  const sent: MockRequest[] = []
  class MockRequest {
    status = 0
    response: unknown
    upload = {}
    onload = () => {}
    onabort = () => {}
    open() {}
    setRequestHeader() {}
    send() {
      sent.push(this)
    }
    abort() {
      this.onabort()
    }
  }
  vi.stubGlobal('XMLHttpRequest', MockRequest)
  return (status, response) => {
    const pending = sent.at(-1)
    if (pending === undefined) throw new Error('Nothing is being uploaded')
    Object.assign(pending, { status, response })
    pending.onload()
  }
}
