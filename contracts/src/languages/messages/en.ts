/**
 * The texts that the server writes, in ICU MessageFormat: letters (emails and push messages), and cards, the pictures and heads of shared
 * pages. In letters, `time` is formatted, `when` a time with its date in UTC, and `end` is "midnight" without an end of the challenge on
 * that day.
 */
export const en = {
  letters: {
    greeting: 'Hello {name},',
    greetingWithoutName: 'Hello,',
    signature: 'Thirty: thirty days, one project a day.',

    confirmEmailSubject: 'Confirm your email address',
    confirmEmail:
      'Confirm that this is your email address, so that we can send you reminders. Your account works without it.',
    confirmEmailLink: 'Confirm this address',
    confirmEmailExpires: 'The link expires in {hours, plural, one {# hour} other {# hours}} and works once.',
    confirmEmailIgnore:
      "If you didn't sign up, you can ignore this email. We won't send reminders to this address.",

    invitationSubject: "You're invited to Thirty",
    invitation:
      'The organizers have created an account for you at Thirty: thirty days, one project a day. Choose a password to log in:',
    invitationLink: 'Choose a password',
    invitationExpires:
      'The link works once, within {days, plural, one {# day} other {# days}}. After that, request a new one here:',
    invitationForgot: 'Request a new link',
    invitationIgnore: "If you don't want to take part, you can ignore this email.",

    roleOwner: 'owner',
    roleOrganiser: 'organizer',
    roleReviewer: 'reviewer',
    roleViewer: 'viewer',
    adminInvitationSubject: "You're invited to help run Thirty",
    adminInvitation: '{by} invites you to help run the thirty days as an admin. Your role will be: {role}.',
    adminInvitationLink: 'Accept the invitation',
    adminInvitationExpires:
      'The link works once, within {days, plural, one {# day} other {# days}}. Keep it to yourself: anyone who has it can use it.',
    adminInvitationIgnore: "If you don't want to help, you can ignore this email.",

    setPassword: 'Set a new password',
    passwordResetRequested: 'We got a request to reset your password. Choose a new one here:',
    passwordResetExpires: 'The link works once, within {minutes, plural, one {# minute} other {# minutes}}.',
    passwordResetIgnore: "If you didn't ask for this, you can ignore this email; your password won't change.",

    passwordChangedSubject: 'Your password was changed',
    passwordChanged:
      'Your password was changed on {when} (UTC). You are logged out everywhere you used the old one.',
    passwordChangedByOther:
      "If this was you, you don't need to do anything. If it wasn't, set a new password now:",

    passwordRemovedSubject: 'You now log in with {provider}',
    passwordRemoved: 'You logged in with {provider} for the first time on {when} (UTC).',
    passwordRemovedWhy:
      'The previous password of your account was removed and its sessions have ended, because this address had not been confirmed before.',
    passwordRemovedOptional: 'You no longer need a password. If you want one, choose it here:',
    passwordRemovedLink: 'Set a password',
    passwordRemovedByOther:
      "If this wasn't you, somebody else can use your {provider} account. Change your password there first.",

    twoFactorSubject: 'Your two-factor sign-in was changed',
    twoFactorChanged:
      '{change, select, appAdded {An authenticator app was added to your account} appRemoved {The authenticator app of your account was removed} passkeyAdded {The passkey “{name}” was added to your account} passkeyRemoved {A passkey was removed from your account} codesRenewed {New recovery codes were created for your account. Older ones no longer work} codeUsed {A recovery code was used to log in to your account, and {left, plural, =0 {none is left} one {# is left} other {# are left}}} other {An operator has removed all second factors of your account and ended all sessions}} ({when} UTC).',
    twoFactorByOther: "If this was you, you don't need to do anything. If it wasn't, set a new password now:",

    webhookOffSubject: 'The webhook to {host} was turned off',
    webhookOff:
      'The webhook {webhook} was turned off on {when} (UTC), {reason, select, gone {because its receiver responded with 410 (gone)} other {because all deliveries failed for {days, plural, one {# day} other {# days}}}}.',
    webhookOffMeanwhile:
      'While it is off, nothing is sent, and events that happen meanwhile are not sent later. Check the receiver, then turn the webhook on again:',
    webhookOffLink: 'Open the webhooks',

    reminderSubject: 'Day {day} ends soon',
    reminder:
      'Day {day} of {days}, “{title}”, ends {end, select, midnight {at midnight} other {with the challenge at {time}}} ({timeZone}), and you have not submitted a project for it yet.',
    reminderLink: 'Submit your project',
    reminderUnsubscribe:
      "You're getting this email because reminders are turned on. Turn them off with one click, without logging in:",
    reminderUnsubscribeLink: 'Unsubscribe',

    pushReminderTitle: 'Day {day} ends soon',
    pushReminder:
      'It ends {end, select, midnight {at midnight} other {with the challenge at {time}}} ({timeZone}), and you have not submitted a project yet.',
    pushRatedTitle: 'Your project was rated',
    pushRated: '{project} (day {day}): {average, number, ::.0} of 5',
    pushRejectedTitle: 'Your project was rejected',
    pushRejected: '{project} (day {day})',
    pushRejectedWithReason: '{project} (day {day}): {reason}',
  },
  cards: {
    day: 'Day {day}',
    by: 'by {name}',
    notRated: 'Not rated yet',
    frozen: 'Frozen until the reveal',
    ofFive: 'of 5, {ratings, plural, one {# rating} other {# ratings}}',
    rank: 'Rank',
    points: 'Points',
    projects: 'Projects',
    projectsOfThirty: '{projects} of 30',
    streak: 'Streak',
    days: '{days, plural, one {# day} other {# days}}',
    certificate: 'Certificate',
    pendingCertificate: 'Certificate, pending review',
    endedCertificate: 'Certificate, no longer valid',
    completedChallenge: 'completed the 30-day coding challenge',
    completed: 'Completed',

    projectTitle: '{title} · Day {day}',
    projectOf: 'By {owner}. {description}',
    ratedProjectOf:
      'By {owner}. Rated {rating, number, ::.0} of 5{state, select, frozen {, frozen until the reveal} other {}}. {description}',
    standing:
      'Rank {rank} with {points, number, ::.0} points and {projects} of 30 projects{state, select, frozen {, frozen until the reveal} other {}}.',
    certificateTitle: 'Certificate of {name}',
    completedWithPoints: 'Completed the 30-day coding challenge with {points, number, ::.0} points.',
    completedWithRank:
      'Completed the 30-day coding challenge with {points, number, ::.0} points, rank {rank}.',
    pendingReview:
      '{projects, plural, one {One project is pending review.} other {# projects are pending review.}}',
    noLongerValid: 'This certificate is no longer valid.',
    deletedPerson: 'Deleted participant',
    personElsewhere: 'Participant elsewhere',
    somebodyElsewhere: 'Somebody elsewhere',
    operator: 'Operator',
  },
} as const
