import { meResponse, maya } from './participant-fixtures.ts'
import { errorResponse, type RouteHandler } from './mock-server.ts'
import { useSession } from '../src/shared/session/session.ts'

export const ines = { ...maya, _id: 'ines', fullName: 'Inés Duarte', isAdmin: true }
export const session = () => useSession.getState().session
export const check = () => useSession.getState().check()

/** Accepts the tokens of Maya and Inés and refuses all others. */
export const verifyKnownTokens: RouteHandler = ({ token }) => {
  if (token === 'of-maya') return meResponse(maya)
  if (token === 'of-ines') return meResponse(ines)
  return errorResponse(401, 'not-signed-in', 'Authentication failed')
}

/** Prepares each test: the stored token is not checked yet. */
export function resetSession(): void {
  useSession.setState({ session: { kind: 'checking', area: 'user' } })
}
