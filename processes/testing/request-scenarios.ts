import { savedTextResponse } from '@thirty/contracts/api/admin/saved-texts.ts'
import type { endpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { exampleBackupFile } from './example-backup-file.ts'
import { password, secrets } from './product.ts'
import {
  certificateOf,
  createInvitation,
  freeze,
  createBackup,
  createWebhook,
  deleteWebhooks,
  sendTestEvent,
  webhookSettings,
  postComment,
  projectFields,
  openDiscussion,
  multipartForm,
  onePixelPng,
  finishedOperation,
  logInElsewhere,
  submitProject,
  postReply,
  confirmationToken,
  requestResetToken,
  type RequestScenario,
  type ScenarioContext,
} from './scenario.ts'
import { appSetup, isAdmin, secondStep, turnOnApp } from './two-factor-scenarios.ts'

type RequestScenarios = {
  [Group in keyof typeof endpoints]: {
    [Name in keyof (typeof endpoints)[Group]]:
      | RequestScenario
      | readonly [RequestScenario, ...RequestScenario[]]
  }
}

const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }

const aboutProject = async ({ product, owner }: ScenarioContext) => ({
  params: { projectId: await submitProject(product, owner) },
})
const aboutOwner = ({ owner }: ScenarioContext) => ({ params: { userId: owner.id } })
const aboutDiscussion = async ({ product, owner }: ScenarioContext) => ({
  params: { discussionId: await openDiscussion(product, owner) },
})
const aboutReply = async (context: ScenarioContext) => {
  const { discussionId } = (await aboutDiscussion(context)).params
  return { params: { discussionId, replyId: await postReply(context.product, context.owner, discussionId) } }
}
/** Schedules a start of the challenge. Returns a request that moves it. */
const scheduleStart = async ({ product, admin }: ScenarioContext) => {
  const body = { startsAt: '2039-03-01T08:00:00Z' }
  await product.ask({ method: 'POST', path: '/api/admin/challenge/start', body, token: admin.token })
  return { body: { startsAt: '2039-04-01T08:00:00Z' } }
}
const aboutBackup = async ({ product, admin }: ScenarioContext) => ({
  params: { backupId: await createBackup(product, admin) },
})
/** Logs the sender in once more, in another browser. */
const aboutOtherSession = async ({ product, sender }: ScenarioContext) => {
  const sessionId = sender && (await logInElsewhere(product, sender))
  return { params: { sessionId: sessionId ?? 'of-nobody' } }
}
const aboutWebhook = async ({ product, admin }: ScenarioContext) => ({
  params: { webhookId: await createWebhook(product, admin) },
})
const aboutDelivery = async ({ product, admin }: ScenarioContext) => {
  const webhookId = await createWebhook(product, admin)
  return { webhookId, deliveryId: await sendTestEvent(product, admin, webhookId) }
}
const gzipHeaders = { 'content-type': 'application/gzip' }
const participantsFile = () => ({
  headers: { 'content-type': 'text/csv' },
  body: `Full name,Email\nNew Comer,${newAccount().email}\n`,
})
let savedTextCount = 0
/** Titles are unique. */
const newSavedText = () => ({
  title: `Dead link ${(savedTextCount += 1)}`,
  text: 'The live link is dead, {name}.',
})
/** Saves a text as an admin. */
const saveText = async ({ product, admin }: ScenarioContext) => {
  const body = { ...newSavedText(), kind: 'feedback' }
  const response = await product.ask({
    method: 'POST',
    path: '/api/admin/saved-texts',
    body,
    token: admin.token,
  })
  const { id, version } = savedTextResponse.parse(response.json).savedText
  return { savedTextId: id, version }
}
const link = { url: 'https://clocks.example.dev/' }
const discussion = { title: 'Clocks', text: 'Which one?' }

const pushSubscription = {
  endpoint: 'https://push.example/a-browser',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
}

const withSession = (status: number) => ({ U: status, X: status, A: status, P: status, PA: status })
const everybody = (status: number) => ({
  ...withSession(status),
  V: status,
  I: status,
  O: status,
  broken: status,
  expired: status,
  older: status,
})
/** Only active admins may add second factors. */
const adminsOnly = { U: 403, X: 403, P: 403, PA: 403 }
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const newPasskey = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const noPasskey = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

let accountCount = 0
const reason = 'A fairer contest'
let scoringCount = 0
/** A scoring that differs from the one in force. */
const anotherScoring = async ({ product, admin }: ScenarioContext) => {
  const { json } = await product.ask({ method: 'GET', path: '/api/admin/what-if', token: admin.token })
  // Safe: the schemas of the responses have these fields; other specs check them.
  const { inForce, position } = json as { inForce: { version: string }; position: string }
  const weights = { projects: 4 + (scoringCount++ % 10), quality: 0.5, streak: 2 }
  return { body: { weights, excluded: [], position, version: inForce.version, reason } }
}
/** Changes the scoring. Returns a request that undoes it. */
const changeScoring = async (context: ScenarioContext) => {
  const { product, admin } = context
  const { body } = await anotherScoring(context)
  const { json } = await product.ask({ method: 'POST', path: '/api/admin/scoring', body, token: admin.token })
  return { body: { version: (json as { version: string }).version, reason } }
}
const exportScenarios: readonly [RequestScenario, ...RequestScenario[]] = [
  { label: 'as CSV', request: () => ({ query: { format: 'csv' } }) },
  { label: 'as JSON', request: () => ({ query: { format: 'json' } }) },
]
const newAccount = () => {
  const username = `newcomer_${(accountCount += 1)}`
  return { fullName: 'New Comer', username, email: `${username}@people.example`, password }
}

/** Valid requests for every endpoint. The access tests send them in every role. */
export const requestScenarios: RequestScenarios = {
  accounts: {
    signUp: { request: () => ({ body: newAccount() }) },
    logIn: {
      namesSender: true,
      request: ({ sender, owner }) => ({ body: { emailOrUsername: sender?.email || owner.email, password } }),
      statusOverrides: { I: 401 },
    },
    adminSignUp: {
      request: () => ({ body: { ...newAccount(), adminKey: secrets.ADMIN_REGISTRATION_KEY } }),
    },
    me: {},
    changePassword: {
      request: () => ({ body: { currentPassword: password, newPassword: 'Another-horse-8' } }),
    },
    logOut: {},
    logOutEverywhere: {},
    exportData: {},
    deleteAccount: { request: () => ({ body: { password } }) },
  },
  sessions: {
    mine: {},
    end: { request: aboutOtherSession },
    endOthers: {},
    ofUser: { request: aboutOwner },
    endAllOfUser: { request: aboutOwner },
  },
  passwordReset: {
    forgotPassword: { request: ({ owner }) => ({ body: { email: owner.email } }) },
    resetPassword: {
      request: async ({ product, owner }) => ({
        body: { token: await requestResetToken(product, owner), password: 'Another-horse-8' },
      }),
    },
  },
  emailConfirmation: {
    confirmEmail: {
      request: async ({ product, owner }) => ({ body: { token: await confirmationToken(product, owner) } }),
    },
    sendConfirmation: {},
  },
  unsubscribe: {
    page: { request: ({ product, owner }) => ({ query: { token: product.unsubscribeToken(owner) } }) },
    unsubscribe: { request: ({ product, owner }) => ({ query: { token: product.unsubscribeToken(owner) } }) },
  },
  social: {
    providers: {},
    github: { request: () => ({ query: { redirect: '/dashboard' } }) },
    google: { request: () => ({ query: { redirect: '/dashboard' } }) },
    githubCallback: { request: () => ({ query: { error: 'access_denied' } }) },
    googleCallback: { request: () => ({ query: { error: 'access_denied' } }) },
  },
  secondStep: {
    options: { request: async ({ product }) => ({ body: { token: (await secondStep(product)).token } }) },
    complete: { request: async ({ product }) => ({ body: await secondStep(product) }) },
    // The address of the product has no TLS, so it offers no passkeys.
    passkeyOptions: { request: () => ({ body: {} }), statusOverrides: everybody(404) },
    passkey: {
      request: () => ({ body: { ceremony: 'none', response: noPasskey } }),
      statusOverrides: everybody(401),
    },
  },
  twoFactor: {
    state: {},
    confirm: { request: () => ({ body: { password } }) },
    confirmOptions: { statusOverrides: withSession(409) },
    setUpApp: { request: () => ({ body: {} }), statusOverrides: adminsOnly },
    addApp: {
      request: async ({ product, sender }) => ({
        body:
          sender && (await isAdmin(product, sender))
            ? (await appSetup(product, sender)).body
            : { setup: 'none', code: '123456' },
      }),
      statusOverrides: adminsOnly,
    },
    removeApp: { request: () => ({ body: {} }) },
    passkeyOptions: { request: () => ({ body: {} }), statusOverrides: { ...adminsOnly, A: 404 } },
    addPasskey: {
      request: () => ({ body: { ceremony: 'none', name: 'Laptop', response: newPasskey } }),
      statusOverrides: { ...adminsOnly, A: 422 },
    },
    renamePasskey: {
      request: () => ({ params: { passkeyId: 'none' }, body: { name: 'Phone' } }),
      statusOverrides: withSession(404),
    },
    removePasskey: {
      request: () => ({ params: { passkeyId: 'none' }, body: {} }),
      statusOverrides: withSession(404),
    },
    renewCodes: {
      request: async ({ product, sender }) => {
        if (sender && (await isAdmin(product, sender))) await turnOnApp(product, sender)
        return { body: {} }
      },
      statusOverrides: { U: 409, X: 409, P: 409 },
    },
  },
  profile: {
    change: { request: () => ({ body: { bio: 'Makes clocks.' } }) },
    bookmarks: {},
    addBookmark: { request: () => ({ body: link }) },
    addBookmarks: { request: () => ({ body: { urls: [link.url] } }) },
    removeBookmark: { request: () => ({ body: link }) },
  },
  publicProfile: { one: { request: ({ owner }) => ({ params: { user: owner.id } }) } },
  team: {
    list: {},
    setRole: {
      request: async ({ product }) => ({
        params: { userId: (await product.admin()).id },
        body: { role: 'reviewer' },
      }),
    },
  },
  invitations: {
    list: {},
    create: { request: () => ({ body: { role: 'viewer', days: 1 } }) },
    revoke: {
      request: async ({ product, admin }) => ({
        params: { invitationId: (await createInvitation(product, admin)).id },
      }),
    },
    check: {
      request: async ({ product, admin }) => ({
        body: { token: (await createInvitation(product, admin)).token },
      }),
    },
    accept: {
      request: async ({ product, admin }) => ({
        body: { ...newAccount(), token: (await createInvitation(product, admin)).token },
      }),
    },
  },
  people: {
    list: {},
    count: {},
    countActive: {},
    setStatus: { request: (context) => ({ ...aboutOwner(context), body: { status: 'inactive' } }) },
  },
  participantImport: { preview: { request: participantsFile }, import: { request: participantsFile } },
  challenge: {
    currentDay: {},
    // A challenge starts once, so the run of the previous sender is reset first.
    start: {
      needsOwnProduct: true,
      request: async ({ product, admin }) => {
        await product.ask({ method: 'POST', path: '/api/admin/reset-with-backup', token: admin.token })
        return {}
      },
    },
    changeSchedule: { needsOwnProduct: true, request: scheduleStart },
    cancelSchedule: { needsOwnProduct: true, request: async (context) => (await scheduleStart(context), {}) },
    // Without a time it ends now, which is refused before the start.
    end: { needsOwnProduct: true, request: () => ({ body: { at: '2039-05-01T08:00:00Z' } }) },
    undoEnd: { needsOwnProduct: true },
    freeze: { needsOwnProduct: true, request: () => ({ body: {} }) },
    cancelFreeze: { needsOwnProduct: true },
    reveal: {
      needsOwnProduct: true,
      request: async ({ product, admin }) => (await freeze(product, admin), {}),
    },
  },
  options: {
    current: {},
    change: { request: () => ({ body: { notifications: false } }) },
  },
  history: {
    // A run in which nothing has happened is not reset twice.
    reset: {
      needsOwnProduct: true,
      request: async ({ product, owner }) => {
        await submitProject(product, owner)
        return {}
      },
    },
    restore: { needsOwnProduct: true, request: aboutBackup },
    list: {},
    create: { request: () => ({ body: { name: 'Halfway' } }) },
    one: { request: aboutBackup },
    remove: { request: aboutBackup },
    preview: { request: aboutBackup },
    export: { request: aboutBackup },
    import: { request: async () => ({ headers: gzipHeaders, body: await exampleBackupFile() }) },
    status: {},
  },
  completions: {
    complete: { request: () => ({ params: { day: '3' } }) },
    reopen: { request: () => ({ params: { day: '3' } }) },
    mine: {},
  },
  projects: {
    uploadScreenshot: { request: () => multipartForm('projectImage', onePixelPng) },
    submit: { request: ({ sender, owner }) => ({ body: { ...projectFields(sender ?? owner), day: 2 } }) },
    change: [
      {
        label: 'by status',
        request: async (context) => ({ ...(await aboutProject(context)), body: { status: 'approved' } }),
        statusOverrides: { U: 403, X: 403, VI: 403 },
      },
      {
        label: 'by fields',
        request: async (context) => ({
          ...(await aboutProject(context)),
          body: { ...projectFields(context.owner), projectName: 'Tomato watch' },
        }),
        statusOverrides: { X: 403, A: 403 },
      },
    ],
    reviewMany: {
      request: async (context) => ({
        body: { status: 'approved', projectIds: [(await aboutProject(context)).params.projectId] },
      }),
    },
    withdraw: { request: aboutProject, statusOverrides: { X: 403, A: 403 } },
    mine: {},
    all: { request: () => ({ query: { populate: 'user' } }) },
    count: {},
    ofUser: { request: aboutOwner },
    countOfUser: { request: aboutOwner },
    one: { request: aboutProject },
  },
  ratings: {
    submit: {
      request: async (context) => {
        const { projectId } = (await aboutProject(context)).params
        return { body: { projectId, criteria, feedback: 'Neat.' } }
      },
      statusOverrides: { U: 403 },
    },
    ofProject: { request: aboutProject },
    mine: { request: aboutProject },
  },
  drafts: {
    all: {},
    save: {
      request: ({ owner, sender = owner }) => ({
        params: { day: '7' },
        body: {
          version: 'version-of-a-scenario',
          replaces: [],
          writtenAgoMs: 0,
          content: {
            projectName: 'Tomato clock',
            liveLink: '',
            repoLink: '',
            description: 'Counts down.',
            languages: '',
            frameworks: '',
            screenshot: { name: 'clock.png', bytes: 400, imageUrl: projectFields(sender).imageUrl },
          },
        },
      }),
    },
    discard: {
      request: () => ({ params: { day: '7' }, body: { versions: ['version-of-a-scenario'] } }),
    },
  },
  push: {
    key: {},
    subscribe: { request: () => ({ body: pushSubscription }) },
    unsubscribe: { request: () => ({ body: { endpoint: pushSubscription.endpoint } }) },
  },
  pictures: {
    uploadProfileImage: { request: () => multipartForm('profileImage', onePixelPng) },
    removeProfileImage: {},
  },
  reactions: {
    like: { request: aboutProject },
    unlike: { request: aboutProject },
    comments: { request: aboutProject },
    postComment: {
      request: async (context) => ({ ...(await aboutProject(context)), body: { text: 'Neat.' } }),
    },
    removeComment: {
      request: async (context) => {
        const { projectId } = (await aboutProject(context)).params
        return {
          params: { projectId, commentId: await postComment(context.product, context.owner, projectId) },
        }
      },
      statusOverrides: { X: 403, VI: 403 },
    },
    view: { request: aboutProject },
  },
  leaderboard: { board: {}, history: {}, showcase: {}, points: { request: aboutOwner } },
  certificates: {
    mine: {},
    ofCode: {
      request: async ({ product, owner }) => ({ params: { code: await certificateOf(product, owner) } }),
    },
  },
  cards: {
    project: { request: aboutProject },
    // Of somebody else: a pending user has no card.
    participant: {
      request: async ({ product }) => ({ params: { userId: (await product.participant()).id } }),
    },
    certificate: {
      request: async ({ product, owner }) => ({ params: { code: await certificateOf(product, owner) } }),
    },
  },
  statistics: { cards: {}, reviews: {}, nextUnrated: {} },
  judging: {
    overview: {},
    projects: {},
    standings: {},
    mine: {},
    declareConflict: { request: ({ owner }) => ({ body: { participant: owner.id, reason: 'work' } }) },
    withdrawConflict: { request: ({ owner }) => ({ body: { participant: owner.id } }) },
    addCalibration: { request: aboutProject, needsOwnProduct: true },
    removeCalibration: { request: aboutProject },
  },
  savedTexts: {
    list: {},
    add: { request: () => ({ body: { ...newSavedText(), kind: 'rejection' } }) },
    change: {
      request: async (context) => {
        const { version, ...params } = await saveText(context)
        return { params, body: { ...newSavedText(), version } }
      },
    },
    remove: {
      request: async (context) => {
        const { version, ...params } = await saveText(context)
        return { params, body: { version } }
      },
    },
  },
  claims: {
    all: {},
    claim: {
      request: async (context) => ({ ...(await aboutProject(context)), body: { tab: 'tab-of-a-scenario' } }),
    },
    release: { request: () => ({ body: { tab: 'tab-of-a-scenario' } }) },
  },
  health: { health: {} },
  audit: {
    list: {},
    download: exportScenarios,
  },
  exports: {
    users: exportScenarios,
    projects: exportScenarios,
    ratings: exportScenarios,
  },
  webhooks: {
    all: {},
    create: {
      request: async ({ product, admin }) => {
        await deleteWebhooks(product, admin)
        return { body: webhookSettings }
      },
    },
    change: { request: async (context) => ({ ...(await aboutWebhook(context)), body: { isOn: false } }) },
    rotate: { request: aboutWebhook },
    remove: { request: aboutWebhook },
    ping: { request: aboutWebhook },
    deliveries: { request: aboutWebhook },
    sendAgain: { request: async (context) => ({ params: await aboutDelivery(context) }) },
  },
  scoring: {
    whatIf: { request: () => ({ query: { projects: '4', normalise: 'on' } }) },
    apply: { needsOwnProduct: true, request: anotherScoring },
    undo: { needsOwnProduct: true, request: changeScoring },
  },
  search: { search: { request: () => ({ query: { q: 'some' } }) } },
  notifications: { list: {}, read: { request: () => ({ body: { upTo: '1' } }) } },
  community: { allData: {}, feed: {}, members: {} },
  discussions: {
    list: {},
    open: { request: () => ({ body: discussion }) },
    one: { request: aboutDiscussion },
    revise: {
      request: async (context) => ({ ...(await aboutDiscussion(context)), body: discussion }),
      statusOverrides: { X: 403, A: 403 },
    },
    remove: { request: aboutDiscussion, statusOverrides: { X: 403, VI: 403 } },
    reply: { request: async (context) => ({ ...(await aboutDiscussion(context)), body: { text: 'Any.' } }) },
    reviseReply: {
      request: async (context) => ({ ...(await aboutReply(context)), body: { text: 'None.' } }),
      statusOverrides: { X: 403, A: 403 },
    },
    removeReply: { request: aboutReply, statusOverrides: { X: 403, VI: 403 } },
  },
  operations: {
    makeAdmin: { request: aboutOwner },
    resetTwoFactor: {
      request: async ({ product }) => {
        const admin = await product.admin()
        await turnOnApp(product, admin)
        return { params: { userId: admin.id } }
      },
    },
    start: { request: () => ({ body: { kind: 'check' } }) },
    one: {
      request: async ({ product }) => ({ params: { operationId: await finishedOperation(product) } }),
    },
  },
  documentation: { openApi: {}, page: {}, style: {} },
}
