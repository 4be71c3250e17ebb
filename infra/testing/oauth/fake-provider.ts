import { createServer, type ServerResponse } from 'node:http'
import { OAuth2Server } from 'oauth2-mock-server'
import { closeServer, listen } from '../listening.ts'

/** The user info of a provider. `emails` is GitHub's list; Google sends one address with the user. */
export type ProviderAnswers = { user: Record<string, unknown>; emails?: unknown }

/** Starts a provider that speaks OAuth over HTTP and checks PKCE. */
export async function fakeProvider() {
  const server = new OAuth2Server()
  let answers: ProviderAnswers = { user: {} }
  let idTokenSubject: string | undefined
  const tokenRequests: Record<string, unknown>[] = []
  await server.issuer.keys.generate('RS256')
  server.service.addRoute('GET', '/emails', (_request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(answers.emails ?? []))
  })
  server.service.on('beforeUserinfo', (response: { body: unknown }) => {
    response.body = answers.user
  })
  server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    if (idTokenSubject !== undefined) token.payload['sub'] = idTokenSubject
  })
  server.service.on('beforeResponse', (_response: unknown, { body }: { body: Record<string, unknown> }) => {
    tokenRequests.push({ ...body })
  })
  await server.start(0, '127.0.0.1')
  const { port } = server.address()
  return {
    /** Bodies of the token requests. */
    tokenCalls: tokenRequests,
    /** Sets the user info of all following sign-ins. */
    answerWith: (userInfo: ProviderAnswers) => {
      answers = userInfo
    },
    /** Sets the subject of all following ID tokens. */
    issueIdTokensFor: (subject: string) => {
      idTokenSubject = subject
    },
    /** Issuer of the ID tokens. */
    issuer: server.issuer.url ?? '',
    settings: settingsAt(`http://127.0.0.1:${port}`),
    close: () => server.stop(),
  }
}

export type FakeProvider = Awaited<ReturnType<typeof fakeProvider>>

/** Settings for GitHub and Google on one server. */
function settingsAt(origin: string) {
  const settings = {
    clientId: 'thirty',
    clientSecret: 'known-to-the-provider',
    authorizeUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    userUrl: `${origin}/userinfo`,
  }
  return { github: { ...settings, emailsUrl: `${origin}/emails` }, google: settings }
}

type Fields = Record<string, unknown>

export const gitHubUser = (id: number, email: string, change: Fields = {}): ProviderAnswers => ({
  user: { id, login: 'octo_ana', name: 'Ana Octo', ...change },
  emails: [
    { email: 'other@example.org', primary: false, verified: true },
    { email, primary: true, verified: true },
  ],
})

export const googleUser = (sub: string, email: string, change: Fields = {}): ProviderAnswers => ({
  user: { sub, email, email_verified: true, name: 'Ana Goog', ...change },
})

/** Responses to the token request by a provider that is broken or malicious. */
export const brokenResponses: Record<string, (response: ServerResponse) => void> = {
  'never responds': () => undefined,
  'stops in the middle of a response': (response) => void response.writeHead(200).write('{'),
  'responds with an HTML page': (response) => void response.end('<html>503</html>'),
  'responds with an empty body': (response) => void response.end(),
  'responds with a list': (response) => void response.end('[]'),
  'responds with other JSON': (response) => void response.end('{"token":"x"}'),
  'closes the connection': (response) => void response.destroy(),
  // Back to itself, where the second request is counted.
  'redirects elsewhere': (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
}

/** Starts a provider that answers every request in the same way. It has no authorization page. */
export async function brokenProvider(respond: (response: ServerResponse) => void) {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    respond(response)
  })
  return {
    requestCount: () => requests,
    settings: settingsAt(`http://127.0.0.1:${await listen(server)}`),
    /** Ends all requests that wait for a response. */
    disconnect: () => server.closeAllConnections(),
    close: () => closeServer(server),
  }
}
