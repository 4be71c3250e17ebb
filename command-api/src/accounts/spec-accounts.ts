import { parts, served } from '../spec-app.ts'
import { passwords } from './password.ts'
import { accountEndpoints } from './endpoints.ts'

export const adminKey = 'a key of at least thirty-two characters'
export const password = 'Correct-horse-7'

/** The routes of accounts behind a socket, and the calls that specs make. */
export async function accounts({ areLimitsOn = false } = {}) {
  const app = await parts({ areLimitsOn })
  const serve = () => served(app, accountEndpoints({ ...app, passwords: passwords(), adminKey }))
  const http = await serve()
  return {
    ...app,
    http,
    serve,
    signUp: (body: unknown, key?: string) =>
      http.call('POST', '/api/auth/signup', body, key === undefined ? {} : { key }),
    logIn: (emailOrUsername: unknown, secret: unknown = password) =>
      http.call('POST', '/api/auth/login', { emailOrUsername, password: secret }),
    close: async () => {
      await http.close()
      await app.close()
    },
  }
}

export const person = (name: string) => ({
  fullName: 'Ana Example',
  username: name,
  email: `${name}@example.org`,
  password,
})
