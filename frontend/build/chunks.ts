// Which modules share a script of the built browser.

/** Also the rules that the first script needs: with the other rules it would load them all. */
const libraries =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|zustand)\/|preload-helper|contracts\/src\/(live\/live\.ts|texts\/(?!names-field)|languages\/|accounts\/two-factor\.ts)/
/** The schemas of requests and responses, in `contracts`. */
const schemas = String.raw`.*api\.ts|backups/|endpoints/(endpoint-definition|event-networks|path-parameters|responses|secret-fields|shown-text)`
/** What the screens of visitors need besides the first script: log in and sign up with forms, the landing page without. */
const basics =
  /shared\/(live\/(live-data|live-entry)|ui\/(after-press|forms\/(field|use-form-submit)|display\/surfaces|brand\/logo|controls\/(theme-and-|icon-button)|progress\/slash-bars|use-|visually)|charts\/(days\/(thirty-bars-backdrop|challenge-route)|chart-parts)|challenge\/(day-marks|challenge-time)|session\/|preferences\/|i18n\/)|icons\/(key-round|eye|eye-off|mail|smartphone|laptop|circle-check|user|sun|moon|languages|at-sign|x|chevron-down|triangle-alert|info|minus|menu|folder|play|star)\./
const forms =
  /node_modules\/(react-hook-form|@hookform|@standard-schema)\/|shared\/(ui\/forms\/(use-form|form-(?!dialog)|password-)|second-step\/(?!second-step-schemas)|account\/account-fields|navigation\/use-link-query)/
/** What a screen with dialogs and lists to choose from needs before one opens. The dashboard and the leaderboard have none of their own. */
const closedDialogs =
  /react-presence\/|shared\/(ui\/select\/select\.|account\/log-out|moderation\/hidden-text)/
/**
 * The panel of all dialogs, which is loaded when the first button is reached, with what lists to choose from and tooltips have in common
 * with it: they take the focus, the keys and the scrolling from the page.
 */
const dialogs =
  /@radix-ui\/react-(dialog|focus-scope|focus-guards|dismissable-layer|portal)\/|node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce)\/|shared\/ui\/dialog\/dialog-panel/
/** Dialogs that are loaded when they open. */
const questions =
  /src\/app\/.*-sheet\.tsx|src\/shared\/(?!(proof-of-identity|saved-texts|history|leaderboard\/points|account\/log-out)\b).*-dialog\.tsx|shared\/(proof-of-identity\/identity-dialog|ui\/forms\/form-dialog)/
const membersShell =
  /src\/app\/participant-shell\/(?!more-sheet)|features\/notifications\/(notification-bell|own-notifications)|shared\/(ui\/dialog\/dialog\.|projects\/rejected-notice|submissions\/certificate-link|account\/own-account|ui\/display\/stat\.)|icons\/(sliders-horizontal|skip-back|skip-forward|flame|undo-2|user-round|arrow-down-to-line|rotate-ccw-clock|external-link|scroll-text)\./
const table = /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|shared\/ui\/table\/(?!expandable-card)/
/** The dashboard and the leaderboards of participants and admins use these. */
const standings =
  /node_modules\/d3-|shared\/(leaderboard\/(board|live-board|stale|points\/points-button)|charts\/(ranks|days\/strip-legend)|ui\/rating\/quality-bar)|icons\/(crown|medal)\./
const tabs = /@radix-ui\/react-(tabs|roving-focus)\/|shared\/ui\/controls\/tabs/
const comboBox = /shared\/ui\/select\/combo/
/** The opened list of a select, with the library that places pop-ups. */
const selectList =
  /@radix-ui\/react-(select|collection|popper|arrow|direction)\/|@floating-ui|shared\/ui\/select\/select-list/
/** What only admins need, and the QR code of certificates and authenticator apps. */
const admin =
  /src\/shared\/exports\/|src\/shared\/(files\/file-import|challenge\/admin-freeze-notice|leaderboard\/use-standing|charts\/bars\/)|src\/features\/(admin-|what-if)|node_modules\/uqr\/|ui\/display\/qr-code/
const reviews = /src\/shared\/(saved-texts\/all-saved|judging\/(?!judging-requests)|reviews\/)/
/** Reasons and notes that are written with the help of saved texts. */
const savedTexts = /shared\/saved-texts\/(?!all-saved)/
/** What the forms of the screens have besides the schemas of their requests. Forms load it with these. */
const formSchemas = /-schemas?\.ts$/
/** What two or three screens need, and others must not load with it. */
const own =
  /shared\/(files|projects\/list|history|leaderboard\/points|ui\/rating\/star-input)\b|features\/community\/discussions\//

const isForMany = (id: string) =>
  ![
    forms,
    closedDialogs,
    dialogs,
    questions,
    membersShell,
    table,
    standings,
    tabs,
    comboBox,
    selectList,
    admin,
    reviews,
    savedTexts,
    own,
  ].some((later) => later.test(id))

/**
 * How the build cuts the scripts: one file for the libraries that every screen needs, one for what many screens use, some for
 * what only some of them need, and one for each screen. Cut finer, a screen would need dozens of files of some hundred bytes,
 * each of which costs a request and compresses badly.
 *
 * A module goes into the first matching group, together with what it imports and no earlier group has. So a file imports only
 * files of groups above its own, and never one that imports it: modules of such a circle would run before what they need. A
 * group must not have a module that needs much which the screens of the other modules do not: they would load it too.
 */
const groups = [
  { name: 'libraries', test: libraries },
  // What the browser needs of the contracts besides schemas, and besides what only one screen or dialog shows.
  {
    name: 'rules',
    test: new RegExp(
      `contracts/src/(?!${schemas}|audit/subject-kinds|notifications/notification-text|accounts/stand-ins|texts/names-field)`,
    ),
  },
  { name: 'schemas', test: new RegExp(`node_modules/zod/|contracts/src/(${schemas})`) },
  // What the first script needs is needed by every screen.
  {
    name: 'shared',
    test: /src\/shared\/|node_modules\/icu-minify\//,
    tags: ['$initial' as const],
  },
  { name: 'basics', test: basics },
  { name: 'forms', test: forms },
  { name: 'widgets', test: isForMany, minShareCount: 4 },
  { name: 'members-shell', test: membersShell },
  { name: 'table', test: table },
  { name: 'standings', test: standings },
  { name: 'combo-box', test: comboBox },
  { name: 'details', test: (id: string) => isForMany(id) || closedDialogs.test(id), minShareCount: 2 },
  { name: 'tabs', test: tabs },
  { name: 'dialogs', test: dialogs },
  { name: 'select-list', test: selectList },
  { name: 'questions', test: questions },
  { name: 'admin', test: admin, minShareCount: 2 },
  { name: 'reviews', test: reviews },
  { name: 'saved-texts', test: savedTexts },
  { name: 'form-schemas', test: formSchemas },
]
export const chunkGroups = groups.map((group, index) => ({ ...group, priority: groups.length - index }))
