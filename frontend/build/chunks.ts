/** Also the rules that the first script needs: with the other rules it would load them all. */
const libraries =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|zustand)\/|preload-helper|contracts\/src\/(live\.ts|texts\/|rules\/(account-languages|two-factor))/
/** Also the rows of sessions: the two screens that show them have a dialog that ends them. The question who it is and saved texts have schemas, and come later. */
const dialogs =
  /@radix-ui\/(react-dialog|react-alert-dialog|react-focus-scope|react-focus-guards)\/|node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|tslib|get-nonce)\/|shared\/(ui\/dialog|sessions)\/|icons\/(laptop|smartphone)\.|shared\/format\/format-period|src\/(app|shared)\/(?!(confirmation|saved-texts)\/).*-(dialog|sheet)\.tsx/
const select = /@radix-ui\/(react-select|react-collection)\/|shared\/ui\/select\//
const forms =
  /node_modules\/(react-hook-form|@hookform|@standard-schema)\/|shared\/ui\/forms\/(use-form|form-|new-password|password-|repeated-password|file-drop|switch|text-area)|shared\/(second-step\/(?!code-schemas)|confirmation\/api|account\/(sign-up-email-field|typed-email)|http\/(upload|download|progress-lines|save-file))/
const table = /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|shared\/ui\/table\//
/** The screens of participants with tabs, search and forms use these, and the setting for push messages; the landing page and the leaderboard do not. */
const tabs =
  /@radix-ui\/react-(tabs|roving-focus|direction)\/|shared\/(push\/|moderation\/|challenge\/(day-stepper|format-challenge-date))|shared\/ui\/(controls\/tabs|page\/participant-page|forms\/(text-area|checkbox))/
/** Two screens of the admin area use these. With the widgets, everybody would load them. */
const history = /src\/shared\/(history\/|challenge\/reveal-standings)/
/** Ratings, persons and icons of the screens of projects and profiles. With the widgets, the landing page and the leaderboard would load them. */
const ratings =
  /src\/shared\/(charts\/ratings\/(criteria-radar|criteria-bars|rating-distribution)|ui\/rating\/star-input|ui\/display\/read-more|projects\/(project-chips|screenshot-outline|page-image|project-links|list\/)|people\/format-activity|account\/person-card|navigation\/back-target)|src\/app\/public-shell|lucide-react\/dist\/esm\/icons\/(external-link|globe|heart|link-2|map-pin|message-circle)\./
/** The frame of the screens of participants. With the widgets, the landing page would load it; the file that chooses the frame is too small alone. */
const membersShell =
  /src\/app\/(members-shell|participant-shell\/(?!skip-link|more-sheet))|features\/notifications\/(notification-bell|notifications-store)/
/** What only admins need, and the QR code of certificates and authenticator apps. */
const admin =
  /src\/shared\/(saved-texts|judging|team(?!\/permissions)|reviews|exports)\/|src\/shared\/(challenge\/admin-freeze-notice|leaderboard\/(standing-strip|use-standing)|ui\/page\/refresh-button|charts\/bars\/)|src\/features\/(admin-|what-if)|node_modules\/uqr\/|ui\/display\/qr-code/
const isLoadedAtOnce = (id: string) =>
  ![dialogs, membersShell, select, tabs, forms, table, history, ratings, admin].some((later) =>
    later.test(id),
  )

/**
 * How the build cuts the scripts: one file for the libraries that every screen needs, one for what many screens use, some for
 * what only some of them need, and one for each screen. Cut finer, a screen would need dozens of files of some hundred bytes,
 * each of which costs a request and compresses badly.
 *
 * A module goes into the matching group with the highest priority, together with what it imports and no group of a higher
 * priority has. So a file imports only files of groups above its own, and never one that imports it: modules of such a circle
 * would run before what they need.
 */
export const chunkGroups = [
  { name: 'libraries', test: libraries, priority: 9 },
  // What the browser needs of the contracts besides schemas, and besides what only one screen of admins shows.
  {
    name: 'rules',
    test: /contracts\/src\/(?!api\/|backup-file\/|rules\/(scoring-schema|event-networks|audit-actions|project-texts))/,
    priority: 8,
  },
  {
    name: 'schemas',
    test: /node_modules\/zod\/|contracts\/src\/(api\/|backup-file\/|rules\/(scoring-schema|event-networks|project-texts))/,
    priority: 7,
  },
  // What the first script needs is needed by every screen.
  {
    name: 'shared',
    test: /src\/shared\/|src\/app\/messages|node_modules\/icu-minify\//,
    tags: ['$initial' as const],
    priority: 6,
  },
  { name: 'shared', test: isLoadedAtOnce, minShareCount: 4, priority: 5 },
  { name: 'widgets', test: isLoadedAtOnce, minShareCount: 2, priority: 4 },
  { name: 'members-shell', test: membersShell, priority: 3.5 },
  // Above the dialogs, most of which have a form: login and sign-up have no dialog.
  { name: 'forms', test: forms, priority: 3.2 },
  { name: 'dialogs', test: dialogs, priority: 3 },
  { name: 'tabs', test: tabs, priority: 2.5 },
  { name: 'select', test: select, priority: 2 },
  { name: 'table', test: table, priority: 1 },
  { name: 'history', test: history, priority: 0.5 },
  { name: 'ratings', test: ratings, priority: 0.4 },
  { name: 'admin', test: admin, minShareCount: 2, priority: 0.3 },
]
