import { vi } from 'vitest'

import { progressType } from '@thirty/contracts/endpoints/progress.ts'

/** Answers the pending upload. */
type Answer = ((status: number, response: object) => void) & {
  /** Sends a line of a response with progress, and ends the response if it is the outcome. */
  line(content: object): void
  /** Ends the response. */
  end(): void
  /** Tells how much of the file was sent, 0 to 1. */
  sent(share: number): void
  /** Whether the browser has aborted the upload. */
  isAborted(): boolean
}

/** Replaces `XMLHttpRequest` for one test. Returns a function that answers the pending upload. */
export function mockUpload(): Answer {
  const sent: MockRequest[] = []
  class MockRequest {
    status = 0
    isAborted = false
    responseText = ''
    contentType = 'application/json'
    upload: { onprogress?: (event: Partial<ProgressEvent>) => void } = {}
    onload = () => {}
    onprogress = () => {}
    getResponseHeader() {
      return this.contentType
    }
    onabort = () => {}
    onloadend = () => {}
    open() {}
    accepts = ''
    setRequestHeader(name: string, value: string) {
      if (name === 'Accept') this.accepts = value
    }
    send() {
      sent.push(this)
    }
    abort() {
      this.isAborted = true
      this.onabort()
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', MockRequest)
  const pending = () => {
    const last = sent.at(-1)
    if (last === undefined) throw new Error('Nothing is being uploaded')
    return last
  }
  const answer = (status: number, response: object) => {
    const request = pending()
    Object.assign(request, { status, responseText: JSON.stringify(response) })
    request.onload()
    request.onloadend()
  }
  return Object.assign(answer, {
    line: (content: object) => {
      const request = pending()
      if (!request.accepts.includes(progressType)) throw new Error('Nobody has asked for progress')
      request.contentType = progressType
      request.status = 200
      request.responseText += `${JSON.stringify(content)}\n`
      request.onprogress()
      if ('status' in content) request.onload()
    },
    end: () => pending().onload(),
    isAborted: () => pending().isAborted,
    sent: (share: number) =>
      pending().upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 }),
  })
}
