/** With what `fill.ts` fills a demo: requests to the API, a clock that can be set, and screenshots. `processes/demo.ts` makes it. */
export type DemoClient = {
  /** Sends a request as `userId` or as a visitor. Returns the body of the response. Throws if the request is refused. */
  call(method: 'POST' | 'PUT', path: string, body: object, userId?: string): Promise<Record<string, unknown>>
  /** Sets the clock of the server (milliseconds since 1970). */
  setTime(at: number): void
  /** Stores a screenshot as an upload of a user; any number chooses one. Returns its path. */
  storeScreenshot(number: number, userId: string): Promise<string>
  /** Returns the token of the link that a new user received to confirm the email address. */
  confirmationToken(email: string): string
  /** The key with which an admin signs up. */
  adminKey: string
}
