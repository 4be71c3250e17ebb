import { roles, type Scenarios } from '../scenario.ts'
import { invite } from './parameters.ts'
import { multipartForm, onePixelPng, password, secrets } from '../fixtures.ts'

const participantsFile = () => ({
  headers: { 'content-type': 'text/csv' },
  body: `Full name,Email\nNew Comer,${newAccount().email}\n`,
})
const link = { url: 'https://clocks.example.dev/' }
const pushSubscription = {
  endpoint: 'https://push.example/a-browser',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}
const withSession = (status: number) => ({ U: status, X: status, A: status, P: status, PA: status })
const everybody = (status: number) => Object.fromEntries(Object.keys(roles).map((role) => [role, status]))
/** Only active admins may add second factors. */
const adminsOnly = { U: 403, X: 403, P: 403, PA: 403 }
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const newPasskey = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const noPasskey = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
let accountCount = 0
const newAccount = () => {
  const username = `newcomer_${(accountCount += 1)}`
  return { fullName: 'New Comer', username, email: `${username}@people.example`, password }
}

/** Requests about accounts: signing in, profiles, the team and participants as people. */
export const accountScenarios: Scenarios = {
  accounts: {
    signUp: () => ({ body: newAccount() }),
    logIn: {
      namesSender: true,
      request: ({ sender, owner }) => ({ body: { emailOrUsername: sender?.email || owner.email, password } }),
      statusOverrides: { I: 401 },
    },
    adminSignUp: () => ({ body: { ...newAccount(), adminKey: secrets.ADMIN_REGISTRATION_KEY } }),
    changePassword: () => ({ body: { currentPassword: password, newPassword: 'Another-horse-8' } }),
    deleteAccount: () => ({ body: { password } }),
  },
  passwordReset: {
    forgotPassword: ({ owner }) => ({ body: { email: owner.email } }),
    resetPassword: async ({ product, owner }) => ({
      body: { token: await product.requestResetToken(owner), password: 'Another-horse-8' },
    }),
  },
  emailConfirmation: {
    confirmEmail: async ({ product, owner }) => ({
      body: { token: await product.confirmationToken(owner) },
    }),
  },
  unsubscribe: {
    page: ({ product, owner }) => ({ query: { token: product.unsubscribeToken(owner) } }),
    unsubscribe: ({ product, owner }) => ({ query: { token: product.unsubscribeToken(owner) } }),
  },
  social: {
    github: () => ({ query: { redirect: '/dashboard' } }),
    google: () => ({ query: { redirect: '/dashboard' } }),
    githubCallback: () => ({ query: { error: 'access_denied' } }),
    googleCallback: () => ({ query: { error: 'access_denied' } }),
  },
  secondStep: {
    options: async ({ product }) => ({ body: { token: (await product.secondStep()).token } }),
    complete: async ({ product }) => ({ body: await product.secondStep() }),
    // The address of the product has no TLS, so it offers no passkeys.
    passkeyOptions: { statusOverrides: everybody(404) },
    passkey: {
      request: () => ({ body: { ceremony: 'none', response: noPasskey } }),
      statusOverrides: everybody(401),
    },
  },
  twoFactor: {
    confirm: () => ({ body: { password } }),
    confirmOptions: { statusOverrides: withSession(409) },
    setUpApp: { statusOverrides: adminsOnly },
    addApp: {
      request: async ({ product, sender }) => ({
        body: sender?.isAdmin ? (await product.appSetup(sender)).body : { setup: 'none', code: '123456' },
      }),
      statusOverrides: adminsOnly,
    },
    removeApp: {},
    passkeyOptions: { statusOverrides: { ...adminsOnly, A: 404 } },
    addPasskey: {
      request: () => ({ body: { ceremony: 'none', name: 'Laptop', response: newPasskey } }),
      statusOverrides: { ...adminsOnly, A: 422 },
    },
    renamePasskey: { request: () => ({ body: { name: 'Phone' } }), statusOverrides: withSession(404) },
    removePasskey: { statusOverrides: withSession(404) },
    renewCodes: {
      request: async ({ product, sender }) => {
        if (sender?.isAdmin) await product.turnOnApp(sender)
        return {}
      },
      statusOverrides: { U: 409, X: 409, P: 409 },
    },
  },
  profile: {
    change: () => ({ body: { bio: 'Makes clocks.' } }),
    addBookmark: () => ({ body: link }),
    addBookmarks: () => ({ body: { urls: [link.url] } }),
    removeBookmark: () => ({ body: link }),
  },
  push: {
    subscribe: () => ({ body: pushSubscription }),
    unsubscribe: () => ({ body: { endpoint: pushSubscription.endpoint } }),
  },
  pictures: {
    uploadProfileImage: () => multipartForm('profileImage', onePixelPng),
  },
  team: {
    setRole: async ({ product }) => ({
      params: { userId: (await product.admin()).id },
      body: { role: 'reviewer' },
    }),
  },
  invitations: {
    create: () => ({ body: { role: 'viewer', days: 1 } }),
    check: async (context) => ({ body: { token: (await invite(context)).token } }),
    accept: async (context) => ({ body: { ...newAccount(), token: (await invite(context)).token } }),
  },
  people: {
    setStatus: () => ({ body: { status: 'inactive' } }),
  },
  participantImport: { preview: participantsFile, import: participantsFile },
}
