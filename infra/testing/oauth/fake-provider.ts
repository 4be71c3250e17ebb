import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OAuth2Server } from 'oauth2-mock-server'
import type { SignInSettings } from '@thirty/infra/config/sign-in-settings.ts'

/** Who a provider says has come. `emails` is GitHub's list; Google tells one address with the person. */
export type ProviderAnswers = { user: Record<string, unknown>; emails?: unknown }

/** A provider that speaks real OAuth over real HTTP and checks PKCE. For specs. */
export async function fakeProvider() {
  const server = new OAuth2Server()
  const told: { person: ProviderAnswers } = { person: { user: {} } }
  const tokenRequests: Record<string, unknown>[] = []
  await server.issuer.keys.generate('RS256')
  server.service.addRoute('GET', '/emails', (_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(told.person.emails ?? []))
  })
  server.service.on('beforeUserinfo', (answer: { body: unknown }) => {
    answer.body = told.person.user
  })
  server.service.on('beforeResponse', (_answer: unknown, { body }: { body: Record<string, unknown> }) => {
    tokenRequests.push({ ...body })
  })
  await server.start(0, '127.0.0.1')
  const { port } = server.address()
  return {
    /** The bodies of the calls that changed a code into a token. */
    tokenCalls: tokenRequests,
    /** Says from now on that this person has come. */
    answerWith: (person: ProviderAnswers) => {
      told.person = person
    },
    settings: settingsAt(`http://127.0.0.1:${port}`),
    close: () => server.stop(),
  }
}

export type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>

/** GitHub and Google in one place. */
function settingsAt(address: string): Required<SignInSettings> {
  const settings = {
    clientId: 'thirty',
    clientSecret: 'known-to-the-provider',
    authorizeUrl: `${address}/authorize`,
    tokenUrl: `${address}/token`,
    userUrl: `${address}/userinfo`,
  }
  return { github: { ...settings, emailsUrl: `${address}/emails` }, google: settings }
}

export const gitHubUser = (
  id: number,
  email: string,
  more: Record<string, unknown> = {},
): ProviderAnswers => ({
  user: { id, login: 'octo_ana', name: 'Ana Octo', ...more },
  emails: [
    { email: 'other@example.org', primary: false, verified: true },
    { email, primary: true, verified: true },
  ],
})

export const googleUser = (
  sub: string,
  email: string,
  more: Record<string, unknown> = {},
): ProviderAnswers => ({
  user: { sub, email, email_verified: true, name: 'Ana Goog', ...more },
})

/** How a provider may behave that is broken, or means harm. What is said is said by its page for tokens. */
export const brokenResponses: Record<string, (response: ServerResponse) => void> = {
  'says nothing': () => undefined,
  'says its beginning and no more': (response) => void response.writeHead(200).write('{'),
  'answers with a page': (response) => void response.end('<html>503</html>'),
  'answers with nothing': (response) => void response.end(),
  'answers with a list': (response) => void response.end('[]'),
  'answers with something else': (response) => void response.end('{"token":"x"}'),
  'hangs up': (response) => void response.destroy(),
  'sends the caller elsewhere': (response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'talks without end': (response) => {
    const megabyte = Buffer.alloc(1_000_000, ' ')
    const talk = (left: number): void => {
      if (left === 0 || response.destroyed) return void response.end()
      response.write(megabyte, () => talk(left - 1))
    }
    talk(50)
  },
}

/** A provider of a bad manner. Its page for people is never seen: specs come back with a code of their own. */
export async function brokenProvider(manner: (response: ServerResponse) => void) {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    manner(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address and a port.
  const { port } = server.address() as AddressInfo
  return {
    requestCount: () => calls,
    settings: settingsAt(`http://127.0.0.1:${port}`),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
