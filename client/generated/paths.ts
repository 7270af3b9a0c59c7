// Generated from contract/ by make generate; do not edit.
export interface paths {
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description Makes the user and a personal organization. Where the platform sends mail, the answer is the same whether the address has an account or not, and what comes next is in a mail to it; with the token of an invitation, and where no mail is sent, it signs in.
         *
         *     Open to everyone.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description An account with a second factor answers 401 second_factor_needed, with the methods that it has, and sets a cookie for POST /auth/login/second-factor.
         *
         *     Open to everyone.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of the cookie; also answers 200 when there was none.
         *
         *     Open to everyone.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who you are
         * @description Needs a signed-in user.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the active organization of the session
         * @description Needs a login session.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description Ends every other session of yours.
         *
         *     Needs a login session.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail to choose a new password
         * @description The answer is the same whether there is an account or not. The mail serves for an hour.
         *
         *     Open to everyone.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with the token of a mail
         * @description Ends every session of the account, and verifies its address. With the first proof of the address everything ends that was made before: keys, connected applications, kubeconfigs, invitations.
         *
         *     Open to everyone.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail to verify your address
         * @description The mail serves for 24 hours.
         *
         *     Needs a login session.
         */
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an address with the token of a mail
         * @description Send the account's session or its password along: without either, whoever made the account may be somebody else, and its password, sessions, keys, connected applications and kubeconfigs end.
         *
         *     Open to everyone.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which second factors finish a sign-in
         * @description Of the sign-in that this browser has begun, by the cookie that it was given.
         *
         *     Open to everyone.
         */
        get: operations["getPendingLogin"];
        put?: never;
        /**
         * Finish a sign-in with a second factor
         * @description Within five minutes of the sign-in, with the cookie that it has set. A code serves once.
         *
         *     Open to everyone.
         *
         *     Rules between members:
         *     - send exactly one proof
         */
        post: operations["finishLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/proof/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask how to prove again who you are
         * @description Sets a cookie that a passkey's proof needs within five minutes.
         *
         *     Needs a login session.
         */
        post: operations["startProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove again who you are
         * @description For a while (BERTH_FRESH_PROOF_MINUTES) the session may then do what answers 403 fresh_proof_required otherwise: make keys, change roles, hand out kubeconfigs. A sign-in counts as such a proof.
         *
         *     Needs a login session.
         *
         *     Rules between members:
         *     - send exactly one proof
         */
        post: operations["proveAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your second factors
         * @description Needs a login session.
         */
        get: operations["listSecondFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an authenticator app
         * @description It counts once a code of it has confirmed it, within 15 minutes.
         *
         *     Needs a login session.
         */
        post: operations["addTotpFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description It counts once what the browser made of the options has confirmed it, within 15 minutes.
         *
         *     Needs a login session.
         */
        post: operations["addPasskeyFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/{factor_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a second factor by showing it
         * @description From then on every sign-in asks for one. The first one brings recovery codes.
         *
         *     Needs a login session.
         *
         *     Rules between members:
         *     - send exactly one proof
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/{factor_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a second factor
         * @description With the last one the recovery codes go, too, and sign-ins ask for the password alone.
         *
         *     Needs a login session.
         */
        delete: operations["deleteSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factors/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your recovery codes
         * @description The ones before serve no more.
         *
         *     Needs a login session.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Needs a login session.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End every other session of yours
         * @description Needs a login session.
         */
        delete: operations["deleteOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of yours
         * @description Needs a login session.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/impersonate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act as another user
         * @description Starts a session as that user for at most one hour; your own waits until stop-impersonating, its cookie is dead meanwhile. Both users are in every audit entry. Keys, passwords and sessions cannot be changed, and platform admins cannot be impersonated.
         *
         *     Needs a platform admin and a login session.
         */
        post: operations["impersonate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/stop-impersonating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop acting as another user
         * @description Ends the impersonation and restores your own session, under a new id.
         *
         *     Needs a login session.
         */
        post: operations["stopImpersonating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/kubeconfigs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kubeconfigs that were handed out to you
         * @description Those of one cluster that were asked for with one session, key or application are one entry.
         *
         *     Needs a login session.
         */
        get: operations["listKubeconfigs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/kubeconfigs/{kubeconfig_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End kubeconfigs of yours
         * @description The cluster refuses them within seconds; while it is away, as soon as it answers. Signing out, revoking the key and disconnecting the application do the same to theirs.
         *
         *     Needs a login session.
         */
        delete: operations["deleteKubeconfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ways to sign in
         * @description Open to everyone.
         */
        get: operations["listAuthProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/{provider}/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Start to sign in at a provider
         * @description Sets a cookie that the callback needs within ten minutes. A client that prefers HTML is redirected.
         *
         *     Open to everyone.
         */
        get: operations["startProviderLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finish to sign in at a provider
         * @description Where the provider sends the browser back to. The account is the one of the provider's subject, else the one of the e-mail address that the provider has verified, else a new one. An account that never verified this address loses its password, sessions and API keys. A client that prefers HTML is redirected to redirect_to when the login was given one.
         *
         *     Open to everyone.
         */
        get: operations["finishProviderLogin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your API keys
         * @description Needs scope api-keys:read of an API key that has scopes.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The full key is in this answer only. Keys and applications make no keys: what they may do ends with them.
         *
         *     Needs a login session and a verified e-mail address where the platform sends mail.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description Needs scope api-keys:read of an API key that has scopes.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working at once; its record stays, with is_active false and revoked_at.
         *
         *     Needs scope api-keys:write of an API key that has scopes.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Change name, description or expiry of an API key
         * @description Scopes never change: create a new key instead. No key moves its own end.
         *
         *     Needs a login session.
         *
         *     Rules between members:
         *     - send at least one of name, description and expires_at
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api/v1/api-keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of an API key
         * @description The old secret stops working at once; the new one is in this answer only. All else of the key stays, its end too. An API key may replace its own secret and no other.
         *
         *     Needs scope api-keys:write of an API key that has scopes.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description Needs scope organizations:read of an API key that has scopes.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description You become its owner. The slug is derived from the name and never changes.
         *
         *     Needs scope organizations:write of an API key that has scopes.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description Needs role viewer or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /**
         * Delete an organization
         * @description Only an empty one: clusters, deployments and databases go first. A personal organization and the platform's own stay. Nobody can take the slug again.
         *
         *     Needs role owner or higher and scope organizations:write of an API key that has scopes.
         */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /**
         * Change name or picture of an organization, or whether it has shells
         * @description Needs role admin or higher and scope organizations:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - send at least one of name, avatar_url, exec_enabled and alerts_enabled
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/v1/organizations/{slug}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of an organization
         * @description Needs role viewer or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a member of an organization
         * @description Needs role viewer or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["getMember"];
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Everyone may leave; to remove another one takes the role admin, to remove an owner the role owner. API keys that are limited to the organization, and pending invitations that the member has sent, are revoked.
         *
         *     Needs role viewer or higher and scope organizations:write of an API key that has scopes.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Only owners make owners and change the role of one. The last owner keeps the role. Pending invitations that the member has sent, and may not send as what they are now, are revoked.
         *
         *     Needs role admin or higher and scope organizations:write of an API key that has scopes.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/v1/organizations/{slug}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what in an organization
         * @description With Accept: application/x-ndjson all matching entries are exported, one JSON object a line, newest first.
         *
         *     Needs role admin or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an organization asked for over time
         * @description What deployments, databases and clusters asked for, times how long, also of what is gone by now; today's is in it up to now. Not what they used: metrics tell that.
         *     What scales counts at its most; of what is stopped only the storage counts; Helm charts and manifests that were taken over count for nothing, as nobody knows what is in them.
         *     Prices are the list prices of GET /providers, without tax, as they are today: they are for people to compare, and no invoice. CPU and memory of deployments have none, as the nodes that carry them do.
         *     At most 366 days and 5000 rows at once; days are kept for 800. With Accept: text/csv the rows come as CSV.
         *
         *     Needs role viewer or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["getOrganizationUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations of an organization
         * @description Needs role admin or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody into an organization
         * @description Valid for 7 days. Only owners invite owners. An organization invites 30 people an hour at most. It is mailed; where the platform sends no mail, the answer carries the address to pass on, once.
         *
         *     Needs role admin or higher and scope organizations:write of an API key that has scopes and a verified e-mail address where the platform sends mail.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Needs role admin or higher and scope organizations:write of an API key that has scopes.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invitation before signing in
         * @description An unknown and a revoked token have the same answer.
         *
         *     Open to everyone.
         */
        get: operations["previewInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{token}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the organization that invited you
         * @description Your account must have the address that was invited.
         *
         *     Needs a login session.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{token}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an invitation
         * @description Needs a login session.
         */
        post: operations["declineInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{org_slug}/invoice-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the invoice settings of an organization
         * @description 404 as long as there are none.
         *
         *     Needs role viewer or higher and scope organizations:read of an API key that has scopes.
         */
        get: operations["getInvoiceSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the invoice settings of an organization
         * @description The first change makes them and needs contact_email, address_line1, city, postal_code and country_code. A VAT number is checked in form at once.
         *
         *     Needs role admin or higher and scope organizations:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - country_code is no country's (ISO 3166-1 alpha-2)
         */
        patch: operations["updateInvoiceSettings"];
        trace?: never;
    };
    "/api/v1/billing/payment-method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the payment method of an organization
         * @description Asks the payment provider now. Without organization_id it is your own: that of your personal organization. Bank details are for those who may change them, so that members and viewers are refused.
         *
         *     Needs role admin or higher and scope billing:read of an API key that has scopes.
         */
        get: operations["getPaymentMethod"];
        put?: never;
        /**
         * Start the first payment of a payment method
         * @description Answers the page where the customer pays one cent; the mandate that this leaves behind is the payment method. It is usable once the payment provider says so, which GET shows. Gives up a removal that stopped half way. At most 20 are begun per hour.
         *
         *     Needs role admin or higher and scope billing:write of an API key that has scopes.
         */
        post: operations["addPaymentMethod"];
        /**
         * Remove the payment method of an organization
         * @description Revokes every valid and pending mandate of the scope: that of organization_id, or your own. Refused with the list of conflicts while it has deployments or clusters, stopped ones included. When the payment provider fails half way, a repetition goes on where it stopped.
         *
         *     Needs role admin or higher and scope billing:write of an API key that has scopes.
         */
        delete: operations["removePaymentMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/billing/mollie/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hear from Mollie that a payment changed
         * @description For Mollie's webhook. Nothing in the body is trusted: the payment is read from Mollie. An identifier that is not known here is answered like one that is.
         *
         *     Open to everyone.
         */
        post: operations["receiveMollieNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the cloud providers
         * @description Those that clusters can be created at, and those whose regions and storage prices are known.
         *
         *     Needs scope providers:read of an API key that has scopes.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{provider}/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the regions of a provider
         * @description Regions that the platform disabled are listed too, as unavailable and with the reason. With check_availability a region where nothing is in stock is unavailable too.
         *
         *     Needs scope providers:read of an API key that has scopes.
         */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{provider}/server-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the machine types of a provider
         * @description Empty for a provider that cannot be asked for them: one without an interface, or not set up here.
         *
         *     Needs scope providers:read of an API key that has scopes.
         */
        get: operations["listServerTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/providers/{provider}/storage-pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what block storage costs at a provider
         * @description At most an hour old; while the provider does not answer, the last price, marked stale. Providers without an interface have a dated table (static): list prices without tax, in EUR at that day's rate.
         *
         *     Needs scope providers:read of an API key that has scopes.
         */
        get: operations["getStoragePricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cloud-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cloud credentials
         * @description Needs role admin or higher and scope cloud-credentials:read of an API key that has scopes.
         */
        get: operations["listCloudCredentials"];
        put?: never;
        /**
         * Keep a token of a cloud provider
         * @description The token is tried once, with a request that changes nothing. Clusters made with it are is_byoc.
         *
         *     Needs role admin or higher and scope cloud-credentials:write of an API key that has scopes.
         */
        post: operations["createCloudCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cloud-credentials/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a cloud credential
         * @description Refused while clusters use it.
         *
         *     Needs role admin or higher and scope cloud-credentials:write of an API key that has scopes.
         */
        delete: operations["deleteCloudCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clusters
         * @description Without organization_id: those of all your organizations, or of the one that the key is limited to. Management and host clusters are left out.
         *
         *     Needs scope clusters:read of an API key that has scopes.
         */
        get: operations["listClusters"];
        put?: never;
        /**
         * Create a cluster
         * @description Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - a shared cluster has no nodes of its own: leave out server_type, node_count, autoscaling_enabled, min_nodes, max_nodes, region_locations and multi_region
         *     - min_nodes must not be greater than max_nodes
         *     - autoscaling_enabled needs min_nodes and max_nodes
         *     - region_locations must be distinct
         *     - multi_region needs at least two region_locations
         *     - routing must be ingress on shared clusters, on local and imported hosts and on GKE Autopilot: a shared one has its host's
         *     - cloud_components may be bundle at hetzner with a cloud credential of the cluster's own (cloud_credential_id): its administrators have that act, and with the platform's would reach what is others'
         */
        post: operations["createCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/estimated-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estimate how long clusters take to create
         * @description From the newest clusters that were created here. A provider that does not answer at once is left out unless it was named.
         *
         *     Needs scope clusters:read of an API key that has scopes.
         */
        get: operations["getEstimatedTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cluster
         * @description Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getCluster"];
        put?: never;
        post?: never;
        /**
         * Delete a cluster, or detach an imported one
         * @description Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        delete: operations["deleteCluster"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/kubeconfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a kubeconfig of your own for a cluster
         * @description Full access to the cluster. Each one is entered in the audit log. It ends with the session, API key or consent that it was asked for with, and when you leave the organization; GET /auth/kubeconfigs lists yours. Hosts and the management cluster answer 403 to platform admins: theirs is GET /admin/clusters/{cluster_id}/kubeconfig.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        get: operations["getClusterKubeconfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/component-bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the component bundle of a cluster
         * @description Moves every component to the versions of the channel, in place: nothing is removed and set up anew. Allowed for clusters of every tier and for imported ones. Another routing brings or removes what carries requests, and publishes every deployment anew: it goes from ingress to gateway by both, which serves each host in both ways. Components of its own an imported cluster keeps: the bundle lets go of one that it brought, without removing what that made, and brings one that is no longer among them; a dry run says which. The cluster is updating until its registration says the new channel; how far the components are tells GET …/bundle and the condition BundleApplied.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - version, routing or own_components is needed
         *     - own_components must be distinct
         */
        patch: operations["updateComponentBundle"];
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the component bundle of a cluster
         * @description Per component the version that the channel has and the one that was found, as Argo CD last reported it, and what a GKE Autopilot cluster does without or an imported one has of its own, with the reason.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getClusterBundle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/autoscaling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set autoscaling
         * @description Takes effect at the next scaling event. Without autoscaling the cluster keeps the node count that it was created with, moved into the bounds given here: equal bounds fix it. Nodes that leave are drained first. 409 managed_on_host for a shared cluster, not_managed for an imported one.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - min_nodes must not be greater than max_nodes
         */
        patch: operations["updateAutoscaling"];
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/region-locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Spread the nodes over other locations
         * @description Only for production clusters at hetzner, over its locations in eu-central. The nodes are spread evenly: a pool is added in each new location, then the nodes of a location that is left are drained and removed one by one. The control plane stays in the region. 409 managed_on_host for a shared cluster, not_managed for an imported one, conflict for other ones and while an upgrade is under way.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - region_locations must be distinct
         */
        patch: operations["updateRegionLocations"];
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/server-type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the machine type of the nodes
         * @description A pool of the new type is added beside the current one; the old nodes are closed, drained one at a time by eviction, so that disruption budgets hold, and removed. Control plane and volumes stay. When pods do not leave in time the cluster is degraded with the reason DrainOneIncomplete, and error_message names the pod; see …/server-type/retry. 409 while an upgrade is under way.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        patch: operations["updateServerType"];
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/server-type/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an incomplete change of the machine type
         * @description What is left to do is worked out from the nodes themselves; replacement nodes that are there are kept. 409 unless the change has stopped.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["retryServerType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed cluster in another region
         * @description Only for a cluster in status error. What the failed attempt left at the provider is removed first; the cluster keeps its id and name. The region may be the same one.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["retryCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/preflight-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what an import of a cluster would meet
         * @description Looks at the cluster and changes nothing there: it reads, and asks what the credential may do. Lists definitions, operators, webhooks, roles, classes and namespaces that the component bundle would collide with, and whose they are; a component that the cluster has of its own, and that can serve, is left out instead (own_components). Kinds of the Gateway API that are somebody else's are written over by nobody: routing says which way in an import would get. The credential is not kept. Ten times an hour for each organization, imports included.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - give either kubeconfig, or cloud_credential_id together with provider_cluster_id
         *     - routing must be ingress on GKE Autopilot, where the bundle has no Gateway
         *     - own_components must be distinct
         */
        post: operations["preflightImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a cluster that exists already
         * @description Runs the preflight first and refuses with its findings when one is of severity error; a platform admin may override that, which is entered in the audit log with the user's id. Of the bundle comes what the cluster has not: own_components says what is left out, now and later. It has a Gateway of its own unless routing says otherwise or something there is in its way. The given credential goes to the secret store, is swapped for a service account of the platform's own, and is then removed. The cluster is of the tier dedicated; its nodes and version stay the customer's to manage, and deleting it only detaches it.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - give either kubeconfig, or cloud_credential_id together with provider_cluster_id
         *     - acknowledge_bundle_install must be true: the component bundle is installed onto the cluster
         *     - routing must be ingress on GKE Autopilot, where the bundle has no Gateway
         *     - own_components must be distinct
         */
        post: operations["importCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/upgrades/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an upgrade of a cluster's Kubernetes version
         * @description Makes a request that somebody has to approve. One request of a cluster is open at a time: 409 upgrade_open. 409 not_managed for an imported cluster, cluster_not_ready before it first ran. Shared clusters have an API server of their own and are upgraded like others; the nodes of those at a host stay the host's.
         *
         *     Needs role member or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["requestUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/upgrades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the upgrade requests of a cluster
         * @description Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["listUpgrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List upgrade requests over all clusters
         * @description Such as those that wait for an approval: ?status=pending. Without organization_id: those of all your organizations, or of the one that the key is limited to.
         *
         *     Needs scope clusters:read of an API key that has scopes.
         */
        get: operations["listUpgradeRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades/{upgrade_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an upgrade request
         * @description Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getUpgrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades/{upgrade_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an upgrade
         * @description Only a pending request: 409 conflict otherwise. Without a date the preflight begins at once, then the control plane and the nodes are replaced one after the other; what stands in the way is told in error_message and waited for, an hour at most. Platform admins may approve the requests of any organization.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["approveUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades/{upgrade_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject an upgrade
         * @description Only a pending request: 409 conflict otherwise. Another one can then be made.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["rejectUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades/{upgrade_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an upgrade
         * @description For whoever asked for it, and for admins. Only while it is pending, approved, scheduled or in preflight: 409 conflict otherwise.
         *
         *     Needs role member or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["cancelUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upgrades/{upgrade_id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the date of an upgrade
         * @description It begins then, if it is approved. Only while it is pending, approved or scheduled: 409 conflict otherwise. A date that is over is refused.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         */
        post: operations["scheduleUpgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest preflight of a cluster
         * @description What the last look before an upgrade found: version skew, kubelets, nodes that are not ready, PodDisruptionBudgets that allow nothing. 404 while there was none.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getClusterPreflight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the nodes of a cluster
         * @description As they were last seen; 200 at most.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["listClusterNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/workloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workloads that were found on a cluster
         * @description What runs there and is not the platform's own, asked of the cluster's API server now, by namespace and name; 500 at most. Each with what an import of it would say: import_item as it is, or changed, is an item of POST /deployments/import. Namespaces of the cluster itself (kube-, berth-) are left out.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["listClusterWorkloads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deployments
         * @description Without organization_id: those of all your organizations, or of the one that the key is limited to.
         *
         *     Needs scope deployments:read of an API key that has scopes.
         */
        get: operations["listDeployments"];
        put?: never;
        /**
         * Create a deployment
         * @description Delivery goes on in the background. A custom_domain that another deployment has is refused (409 domain_taken): one that has proven it by its TXT record, or one of the same organization that names it. Whether it is active is told by the condition DomainVerified.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - app_type helm needs helm_repo_url and helm_chart_name
         *     - docker_image is needed for every app_type but helm
         *     - app_type cron_job needs schedule
         *     - every environment variable has exactly one of value and secret_ref
         *     - names of environment variables must be unique
         *     - additional_ports must be unique by port and protocol
         *     - names of additional_ports must be unique
         *     - a port name has at least one letter, no double hyphen, and is not http, the name of the main port
         *     - additional_ports must not repeat container_port
         *     - public_port must be 1024 or more: smaller numbers are the Gateway's own, choose another one
         *     - public_port must not be 10000 to 19999, which are the Gateway's own: choose another number
         *     - public_port needs protocol TCP: leave it out where protocol is UDP
         *     - public_port must be unique within additional_ports
         *     - failover_health_route is asked by HTTP: leave it out where container_port_protocol is grpc
         *     - paths of volumes must be unique
         *     - storage_size_gb is the size of /data when there are no volumes: send one of the two
         *     - more than one replica cannot share volumes; use app_type database or one replica
         *     - helm_repo_url cannot be used with app_type web_app, api, database, static_site, container, cron_job, job: leave it out
         *     - helm_chart_name cannot be used with app_type web_app, api, database, static_site, container, cron_job, job: leave it out
         *     - helm_chart_version cannot be used with app_type web_app, api, database, static_site, container, cron_job, job: leave it out
         *     - custom_domain cannot be used with app_type database, helm, cron_job, job: leave it out; only what answers HTTP with pods of ours is published
         *     - failover_health_route cannot be used with app_type database, helm, cron_job, job: leave it out; only what answers HTTP with pods of ours is published
         *     - container_port_protocol cannot be used with app_type database, helm, cron_job, job: leave it out; only what answers HTTP with pods of ours is published
         *     - request_timeout_seconds cannot be used with app_type database, helm, cron_job, job: leave it out; only what answers HTTP with pods of ours is published
         *     - max_body_size_mb cannot be used with app_type database, helm, cron_job, job: leave it out; only what answers HTTP with pods of ours is published
         *     - docker_image cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - command cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - args cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - release_command cannot be used with app_type database, helm, cron_job, job: leave it out; start such a command by POST …/runs
         *     - release_timeout_seconds cannot be used with app_type database, helm, cron_job, job: leave it out; start such a command by POST …/runs
         *     - schedule cannot be used with app_type web_app, api, database, static_site, container, helm, job: leave it out; app_type cron_job runs by a schedule
         *     - time_zone cannot be used with app_type web_app, api, database, static_site, container, helm, job: leave it out; app_type cron_job runs by a schedule
         *     - concurrency_policy cannot be used with app_type web_app, api, database, static_site, container, helm, job: leave it out; app_type cron_job runs by a schedule
         *     - history_limit cannot be used with app_type web_app, api, database, static_site, container, helm, job: leave it out; app_type cron_job runs by a schedule
         *     - run_timeout_seconds cannot be used with app_type web_app, api, database, static_site, container, helm: leave it out; it is for app_type cron_job and job
         *     - retries cannot be used with app_type web_app, api, database, static_site, container, helm: leave it out; it is for app_type cron_job and job
         *     - run_on_change cannot be used with app_type web_app, api, database, static_site, container, helm, cron_job: leave it out; release_command runs before a change of what goes on
         *     - environment_variables cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - cpu_request cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - memory_request_mb cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - replicas cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - container_port cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - additional_ports cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - health_checks cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - storage_size_gb cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - volumes cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - backups cannot be used with app_type helm, cron_job, job: leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go
         *     - image_update_strategy cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - image_update_constraint cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - image_allow_tags cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - image_ignore_tags cannot be used with app_type helm: leave it out; what a chart runs is said in custom_values_yaml
         *     - sleep cannot be used with app_type database, helm, cron_job, job: leave it out; data and charts do not sleep, and jobs have a schedule of their own
         */
        post: operations["createDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a deployment
         * @description Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeployment"];
        put?: never;
        post?: never;
        /**
         * Delete a deployment
         * @description Volumes are kept unless delete_volumes is true; its own secrets go unless keep_secrets is true.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        delete: operations["deleteDeployment"];
        options?: never;
        head?: never;
        /**
         * Change a deployment
         * @description Members that are sent replace those of the deployment as a whole, null unsets them, others stay. Delivery goes on in the background. A custom_domain that another deployment has is refused (409 domain_taken): one that has proven it by its TXT record, or one of the same organization that names it. Whether it is active is told by the condition DomainVerified.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - every environment variable has exactly one of value and secret_ref
         *     - names of environment variables must be unique
         *     - additional_ports must be unique by port and protocol
         *     - names of additional_ports must be unique
         *     - a port name has at least one letter, no double hyphen, and is not http, the name of the main port
         *     - additional_ports must not repeat container_port
         *     - public_port must be 1024 or more: smaller numbers are the Gateway's own, choose another one
         *     - public_port must not be 10000 to 19999, which are the Gateway's own: choose another number
         *     - public_port needs protocol TCP: leave it out where protocol is UDP
         *     - public_port must be unique within additional_ports
         *     - failover_health_route is asked by HTTP: leave it out where container_port_protocol is grpc
         *     - paths of volumes must be unique
         *     - storage_size_gb is the size of /data when there are no volumes: send one of the two
         */
        patch: operations["updateDeployment"];
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the values file of a deployment
         * @description Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a deployment
         * @description Takes its pods away; volumes, names and addresses stay. Stopping what is stopped changes nothing. A Helm chart has no common way to stop: 409.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["stopDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a stopped deployment
         * @description Brings back the pods that it had. Starting what runs changes nothing.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["startDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart the pods of a deployment
         * @description Replaces its pods one after the other, as a change of the image would; with more than one replica it goes on serving. 409 while it is stopped, and for Helm charts.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["restartDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a deployment anew
         * @description Commits its files again and has them applied now: what failed is tried again, what was changed on the cluster by hand is put back, and a workload that was staged for import is taken over: its pods stay where nothing differs. A dry run of that shows what would change on the live objects, as the cluster's API server said when the operator asked last (each minute).
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["syncDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/certificate/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have another certificate made for an own domain
         * @description For when its key was seen by somebody, or it was revoked: the issuer makes another one, with another key, and the one before is served until then. The condition CertificateRenewed says how far it is, and is True once another serial number was seen. Whoever had the key can use the old certificate until it is revoked at its issuer or ends. 409 while one is being made, without an active own domain, and where people bring certificates themselves.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["renewDeploymentCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a deployment
         * @description Each change that was committed is a revision; the newest 100 are kept.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["listDeploymentRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a revision, and what it changed
         * @description Compares with the revision before, or with the one that compare_to names.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to an earlier revision
         * @description Makes a new revision with the configuration of an earlier one. Its name stays, whether it is stopped, and its sleep schedule; volumes that have grown keep their size. Image automation waits (image_updates_held) until docker_image or an image_update_* member is sent in a change. A custom_domain that another deployment has by now is refused (409 domain_taken).
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["rollbackDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a deployment to another cluster
         * @description Makes a deployment on another cluster of the same organization with the configuration of this one and your overrides. No data moves: its volumes begin empty. custom_domain stays with the source unless the overrides name it: then the new one gets it once the source lets it go, by its deletion or by a change; one that a third deployment has is refused (409 domain_taken). Secrets of its own are copied in the secret store. The source is untouched, whatever becomes of the promotion, and is deleted only when asked, once the new one runs.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - every environment variable has exactly one of value and secret_ref
         *     - names of environment variables must be unique
         *     - additional_ports must be unique by port and protocol
         *     - names of additional_ports must be unique
         *     - a port name has at least one letter, no double hyphen, and is not http, the name of the main port
         *     - additional_ports must not repeat container_port
         *     - public_port must be 1024 or more: smaller numbers are the Gateway's own, choose another one
         *     - public_port must not be 10000 to 19999, which are the Gateway's own: choose another number
         *     - public_port needs protocol TCP: leave it out where protocol is UDP
         *     - public_port must be unique within additional_ports
         *     - failover_health_route is asked by HTTP: leave it out where container_port_protocol is grpc
         *     - paths of volumes must be unique
         *     - storage_size_gb is the size of /data when there are no volumes: send one of the two
         */
        post: operations["promoteDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the previews of a deployment
         * @description Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["listDeploymentPreviews"];
        put?: never;
        /**
         * Make a preview of a deployment
         * @description Makes a deployment beside it, with its configuration, another image and an address of its own, for a time. It has one pod, and no autoscaling, own domain, image automation, sleep, backups or release command; its volumes begin empty. Secrets by name are those of the organization, the deployment's own are copied: whoever makes the image can read them. All of it goes at the end of its time, when it is deleted, or when the deployment goes. With database empty or copy a database of its own is made first, of one server and without backups, and its URL put into a variable; that needs the scope databases:write as well, and goes with the preview. 409 where there is no completed backup to copy.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - database empty and copy need database_id, and none takes neither database_id nor database_variable
         */
        post: operations["createDeploymentPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a preview another time
         * @description It ends so many seconds from now, be that later or earlier than it would have. 409 for what is no preview.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["extendDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import workloads that run on a cluster already
         * @description Makes a deployment of each workload, from what the request says alone: nothing is read from the cluster and nothing is changed there. Values and an Application without automatic sync are written; the deployment is stopped with reason StagedForImport, or running where the live workload is healthy, until POST /deployments/{id}/sync takes it over. The cluster's API server is asked afterwards, by a dry run that stores nothing, and again each minute: what it refuses is not in failed, for the deployment is there and heals once the cause is gone. It is failed with status_reason WorkloadRefused, and error_message, the condition Stalled, GET /deployments/{id}/status and GET /deployments/{id}/events name the member and the cause; with ?wait=60 imported shows the verdict already. Members that are not sent keep on the cluster what they are. Each item is judged by itself: those that cannot be imported are listed in failed, the others are imported, and 201 is the answer also when all have failed. A deployment belongs to the owner of the cluster. People import into imported clusters only, the service principal into any. A repetition with the same Idempotency-Key makes nothing twice, and tries again what failed for a reason of the platform's.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["importWorkloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the newest change of a deployment
         * @description Tells how far the newest change has come: accepted, rendered, committed, synced, healthy. Whether its public address answers is told beside, in reachable. Only what was observed counts; what nobody has observed for five minutes is unknown.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the platform and Kubernetes say of a deployment
         * @description What the platform tells of it (source platform): faults such as WorkloadRefused of an import, Drifted or GitUnavailable, and coming to rest; and the events of its pods and other objects on the tenant cluster (source cluster). Both are kept for about an hour; what is still so stands in the deployment's conditions.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["listDeploymentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read or follow the logs of a deployment's pods
         * @description Each line begins with its pod and container. With follow=true the stream goes on, also over restarts and new pods, until you leave, your access ends or the deployment is gone; an empty line each 15 s says that it lives. With Accept: text/event-stream each line is an event (`line`) with pod, container, at and text as JSON, and the end says why. At most 20 pods; lines are cut at 16,384 characters. A reader that is too slow slows the source down; nothing is dropped. With history=true, until or q the lines come from the platform's log store, also those of pods that are gone: the newest, oldest first, and nothing is followed.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["streamDeploymentLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a deployment
         * @description Those that were asked for, release commands, and those of a schedule. Of what was asked for is shown until its expires_at what has ended; of a schedule as many as history_limit says, of release commands the newest.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["listDeploymentRuns"];
        put?: never;
        /**
         * Run a command once, in a pod of its own
         * @description Starts a Job on the deployment's cluster with the image, environment, secrets and resources of its pods as they are wanted there now, also while it is stopped; without its volumes, ports and probes, and reached by no address of it. It is tried once, of a job as its retries say. At most 10 of a deployment may be under way. Its right is that of a shell: exec:write, and the organization can switch it off. A Helm chart's pods are its own: 409. Its log: GET …/logs?run=.
         *
         *     Needs role member or higher and scope exec:write of an API key that has scopes.
         */
        post: operations["createDeploymentRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a run
         * @description Its pod is told to end and gets the deployment's grace to do so. The answer shows it as it is at once; it is cancelled when its cluster has ended it, and what has ended meanwhile stays as it ended.
         *
         *     Needs role member or higher and scope exec:write of an API key that has scopes.
         */
        post: operations["cancelDeploymentRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/exec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run a command in a pod, with a terminal or without
         * @description A WebSocket that speaks v5.channel.k8s.io, as Kubernetes does: the first byte of each binary message is its channel. To the pod: 0 input, 4 the terminal's size ({"Width":80,"Height":24}), and the message [255,0], which ends the input. From it: 1 output, 2 errors (without a terminal), 3 how it ended: a Status in JSON, whose details.causes have the ExitCode where it is not 0. Whoever is slow slows the other side down. The gateway closes it with a code and a word: 4001 access_ended (session, key, role or membership ended, or the organization switched shells off: at once, or at the next look, each 5 s), 4002 gone (the deployment or database), 4003 idle, 4004 time_up, 4005 access_unknown (the platform's database was away too long), 1001 gateway_stops, 1008 unknown_message, 1009 for a message of more than 64 KiB, 1011 pod_lost. The audit log has the command, never what goes through. Idle and total time, and how many a person may have open, are settings of the platform.
         *
         *     Needs role member or higher and scope exec:write of an API key that has scopes.
         */
        get: operations["execInDeployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/port-forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reach a port of a pod through a tunnel
         * @description A WebSocket that is one TCP connection: each binary message is bytes of it. A server in the pod that ends the connection ends the WebSocket with 1000; where none listens it ends with 4006 port_refused. The gateway closes it with a code and a word: 4001 access_ended (session, key, role or membership ended, or the organization switched shells off: at once, or at the next look, each 5 s), 4002 gone (the deployment or database), 4003 idle, 4004 time_up, 4005 access_unknown (the platform's database was away too long), 1001 gateway_stops, 1008 unknown_message, 1009 for a message of more than 64 KiB, 1011 pod_lost.
         *
         *     Needs role member or higher and scope exec:write of an API key that has scopes.
         */
        get: operations["forwardDeploymentPort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/port-forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reach a database's primary server through a tunnel
         * @description A WebSocket that is one TCP connection: each binary message is bytes of it. A server in the pod that ends the connection ends the WebSocket with 1000; where none listens it ends with 4006 port_refused. The gateway closes it with a code and a word: 4001 access_ended (session, key, role or membership ended, or the organization switched shells off: at once, or at the next look, each 5 s), 4002 gone (the deployment or database), 4003 idle, 4004 time_up, 4005 access_unknown (the platform's database was away too long), 1001 gateway_stops, 1008 unknown_message, 1009 for a message of more than 64 KiB, 1011 pod_lost. User and password are the database's own (GET …/connection).
         *
         *     Needs role member or higher and scope exec:write of an API key that has scopes.
         */
        get: operations["forwardDatabasePort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List databases
         * @description Without organization_id: those of all your organizations, or of the one that the key is limited to.
         *
         *     Needs scope databases:read of an API key that has scopes.
         */
        get: operations["listDatabases"];
        put?: never;
        /**
         * Create a database
         * @description Makes a database with a user of its own, whose password goes to the secret store and to the Secret that connection_secret_name names.
         *     tier: single is one server, ha three, replicated three of which you set replicas up on other clusters.
         *     409 conflict on shared clusters of a real provider: nothing runs databases there.
         *     With replication_source_id it follows that database, on another cluster of the organization: postgresql only. It then has the source's
         *     database name, user and major version, at least its storage and max_connections, and needs a backup of the source to begin from (409 conflict before there is one).
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - engine_version must be one of 14, 15, 16, 17, 18 for postgresql, 8.0, 8.4 for mysql
         *     - database_name is kept by the engine for itself
         *     - extensions exist only for postgresql
         *     - extensions must be among amcheck, autoinc, bloom, btree_gin, btree_gist, citext, cube, dblink, dict_int, dict_xsyn, earthdistance, fuzzystrmatch, hstore, insert_username, intagg, intarray, isn, lo, ltree, moddatetime, pg_buffercache, pg_freespacemap, pg_prewarm, pg_stat_statements, pg_trgm, pg_visibility, pgaudit, pgcrypto, pgrowlocks, pgstattuple, postgres_fdw, refint, seg, sslinfo, tablefunc, tcn, tsm_system_rows, tsm_system_time, unaccent, uuid-ossp, vector, xml2
         *     - extensions names one twice
         *     - replication_source_id exists only for postgresql
         *     - backup_schedule has a range that runs downwards
         */
        post: operations["createDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a database
         * @description Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabase"];
        put?: never;
        post?: never;
        /**
         * Delete a database
         * @description Its servers, volumes and credentials go. With final_backup=true one last backup is made before, and kept; a database that cannot make one any more is deleted with force=true.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        delete: operations["deleteDatabase"];
        options?: never;
        head?: never;
        /**
         * Change a database
         * @description Members that are sent replace those of the database as a whole, null unsets them, others stay. Delivery goes on in the background.
         *     Storage grows and never shrinks, engine_version rises and never falls: 422. A higher engine_version is a major upgrade: the servers are away while it lasts.
         *     cpu_request, memory_request_mb, max_connections and extensions that must be preloaded restart the servers; the plan of a dry run says so.
         *     An extension that is no longer named stays installed.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - extensions must be among amcheck, autoinc, bloom, btree_gin, btree_gist, citext, cube, dblink, dict_int, dict_xsyn, earthdistance, fuzzystrmatch, hstore, insert_username, intagg, intarray, isn, lo, ltree, moddatetime, pg_buffercache, pg_freespacemap, pg_prewarm, pg_stat_statements, pg_trgm, pg_visibility, pgaudit, pgcrypto, pgrowlocks, pgstattuple, postgres_fdw, refint, seg, sslinfo, tablefunc, tcn, tsm_system_rows, tsm_system_time, unaccent, uuid-ossp, vector, xml2
         *     - extensions names one twice
         *     - backup_schedule has a range that runs downwards
         */
        patch: operations["updateDatabase"];
        trace?: never;
    };
    "/api/v1/databases/{database_id}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a database is reached
         * @description Never answers the password: that lies in the secret store and in the Secret named here, on the cluster of the database. Each read is in the audit log.
         *
         *     Needs role member or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabaseConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backups of a database
         * @description Scheduled ones too. Also of a database that is gone, while a backup of it is there.
         *
         *     Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["listDatabaseBackups"];
        put?: never;
        /**
         * Make a backup now
         * @description 409 conflict before the database first ran, and while a backup that was asked for is under way. One without an answer for six hours is failed.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        post: operations["createDatabaseBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/backups/{backup_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a backup
         * @description Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabaseBackup"];
        put?: never;
        post?: never;
        /**
         * Delete a backup
         * @description It can be restored no more; its data leaves the archive by the retention. 409 conflict while it is under way.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        delete: operations["deleteDatabaseBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore into a new database
         * @description Makes a new database of a completed backup, or of the state at a moment. The source is untouched, whatever becomes of the restore; it may also be gone,
         *     as long as a backup of it is there. The new one has the source's version, database name, sizes, extensions and backups, a password of its own and no address from outside.
         *     A moment outside of what can be restored is a 422 that names the window; 409 conflict where there is nothing to restore yet, where the backup has not completed, and on clusters that run no databases.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - a restore takes exactly one of backup_id and point_in_time
         */
        post: operations["restoreDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a replica
         * @description The replica stops following its source and takes writes; there is no way back, and promoting it again changes nothing.
         *     The source is not touched and may be gone: what it has not sent yet (replication_lag_bytes) is not in the replica, and applications that write to it go on doing so.
         *     409 conflict for what is no replica, and for one that has never served.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        post: operations["promoteDatabase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/credentials/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the password of a database
         * @description A new password goes to the secret store and, within seconds, to the Secret that connection_secret_name names and to the server; it is in no answer.
         *     Connections that are open stay; new ones need the new password. 409 conflict before the database has a password, and while it follows another one, whose password it has.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        post: operations["rotateDatabaseCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a deployment's pods take now
         * @description CPU, memory and restarts of its pods, each with its limit. From the metrics API of the cluster (metrics.k8s.io), which measures about every 15 s; an answer is at most 10 s old, of a cluster that takes long to ask four times that. Where there is none, state says so with reason and remedy.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a database's servers take now
         * @description CPU, memory and restarts of its pods, each with its limit. From the metrics API of the cluster (metrics.k8s.io), which measures about every 15 s; an answer is at most 10 s old, of a cluster that takes long to ask four times that.
         *
         *     Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabaseMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is taken of a cluster's nodes now
         * @description CPU and memory of its nodes: what is used, what pods requested, and what there is for them. From the metrics API of the cluster (metrics.k8s.io), which measures about every 15 s; an answer is at most 10 s old, of a cluster that takes long to ask four times that.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getClusterMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/metrics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a deployment's pods took over time
         * @description Sums over all its pods, and the requests that came by its route: how many, those answered with 500 and above, and the time that 95 of 100 took at most; in points of equal distance, 1000 at most, over 92 days at most. Kept by the platform's own store (BERTH_METRICS_HISTORY_URL); without one state says so.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentMetricsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/databases/{database_id}/metrics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a database's servers took over time
         * @description Sums over all its pods, and the requests that came by its route: how many, those answered with 500 and above, and the time that 95 of 100 took at most; in points of equal distance, 1000 at most, over 92 days at most. Kept by the platform's own store (BERTH_METRICS_HISTORY_URL); without one state says so.
         *
         *     Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabaseMetricsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clusters/{cluster_id}/metrics/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the pods of a cluster took over time
         * @description Sums over all its pods, and the requests that came by its route: how many, those answered with 500 and above, and the time that 95 of 100 took at most; in points of equal distance, 1000 at most, over 92 days at most. Kept by the platform's own store (BERTH_METRICS_HISTORY_URL); without one state says so.
         *
         *     Needs role viewer or higher and scope clusters:read of an API key that has scopes.
         */
        get: operations["getClusterMetricsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Each begins once it has lasted, and ends once it is over for as long. Ended ones are kept for 90 days. A key with scopes sees those of the kinds that it may read.
         *
         *     Needs a signed-in user.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deployments/{deployment_id}/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the alert rules of a deployment
         * @description What holds, the defaults included. Alerts go to webhooks and by mail to owners and admins.
         *
         *     Needs role viewer or higher and scope deployments:read of an API key that has scopes.
         */
        get: operations["getDeploymentAlertRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the alert rules of a deployment
         * @description A rule that is sent replaces what was set of it: its members that are left out are the default's; null sets it back; others stay.
         *     One that is switched off ends its open alert.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        patch: operations["updateDeploymentAlertRules"];
        trace?: never;
    };
    "/api/v1/databases/{database_id}/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the alert rules of a database
         * @description What holds, the defaults included. Alerts go to webhooks and by mail to owners and admins.
         *
         *     Needs role viewer or higher and scope databases:read of an API key that has scopes.
         */
        get: operations["getDatabaseAlertRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the alert rules of a database
         * @description A rule that is sent replaces what was set of it: its members that are left out are the default's; null sets it back; others stay.
         *     One that is switched off ends its open alert.
         *
         *     Needs role member or higher and scope databases:write of an API key that has scopes.
         */
        patch: operations["updateDatabaseAlertRules"];
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List secrets
         * @description Names and versions, never values. Without deployment_id those of the deployments are listed too.
         *
         *     Needs role member or higher and scope secrets:read of an API key that has scopes.
         */
        get: operations["listSecrets"];
        put?: never;
        /**
         * Create a secret
         * @description A secret belongs to an organization, or with deployment_id to one deployment. In environment_variables a secret_ref means the deployment's own secret of that name, else the organization's. The value is kept in the secret store only, and no operation answers it.
         *
         *     Needs role member or higher and scope secrets:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - the value must have at most 65536 bytes of UTF-8
         *     - send at most one of deployment_id and organization_id
         */
        post: operations["createSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{secret_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is known of a secret
         * @description Needs role member or higher and scope secrets:read of an API key that has scopes.
         */
        get: operations["getSecret"];
        /**
         * Store a new value of a secret
         * @description Deployments that use it get the new value and restart their pods, one after the other.
         *
         *     Needs role member or higher and scope secrets:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - the value must have at most 65536 bytes of UTF-8
         */
        put: operations["replaceSecret"];
        post?: never;
        /**
         * Delete a secret with all its versions
         * @description Pods that run keep the value they have. A deployment that still means it says so in its status, and waits with its next change until there is one again.
         *
         *     Needs role member or higher and scope secrets:write of an API key that has scopes.
         */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is known of the registry credentials
         * @description Needs role viewer or higher and scope registry:read of an API key that has scopes.
         */
        get: operations["getRegistryCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/registry/credentials/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new registry credentials
         * @description A new robot account is made and stored, then the old one is revoked, so that a failure never leaves none. Deployments of images of the organization's own get the new ones by themselves.
         *
         *     Needs role admin or higher and scope registry:write of an API key that has scopes.
         */
        post: operations["regenerateRegistryCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs role admin or higher and scope webhooks:read of an API key that has scopes.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Each change of a resource is posted as JSON (a ChangeEvent with delivery_id), and so are the beginning and the end of each alert
         *     (kind Alert, type started or ended, resource: an AlertResponse), signed in Berth-Signature:
         *     `t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`. Any 2xx within 10 seconds takes it; redirects are not followed.
         *     What fails is repeated with growing pauses for 24 hours, with the same Berth-Delivery; a delivery may come twice.
         *     A webhook that only failed for three days is switched off.
         *
         *     Needs role admin or higher and scope webhooks:write of an API key that has scopes.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Needs role admin or higher and scope webhooks:read of an API key that has scopes.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its queue and its delivery log go with it.
         *
         *     Needs role admin or higher and scope webhooks:write of an API key that has scopes.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Switching it on forgets why it was switched off.
         *
         *     Needs role admin or higher and scope webhooks:write of an API key that has scopes.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/organizations/{slug}/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a test
         * @description Queues a delivery of type test; the delivery log tells what became of it.
         *
         *     Needs role admin or higher and scope webhooks:write of an API key that has scopes.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Every attempt from now on is signed with the new secret.
         *
         *     Needs role admin or higher and scope webhooks:write of an API key that has scopes.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/{slug}/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Deliveries that are over are kept for 7 days, the newest 1,000 of each webhook.
         *
         *     Needs role admin or higher and scope webhooks:read of an API key that has scopes.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes of your resources
         * @description Server-sent events without an end: `event: change` with a ChangeEvent as its data for each change that you may read,
         *     `event: resync` when changes were lost to you (more than 24 hours or 10,000 changes ago): list your resources anew and
         *     go on with its id. `event: current` comes once, when all that was before the stream was opened has been told. The id of
         *     an event resumes on any gateway: send it as Last-Event-ID, or as cursor where a client cannot. A comment and the newest id come every 15 seconds without an event. A stream ends when its credential does;
         *     a client that does not read is cut off and may resume. A key with scopes sees the kinds that it may read. Of
         *     members, invitations, webhooks, secrets and registry credentials those are told who may list them; of API keys their owner,
         *     whatever organization_id says. Of a secret whose write was never answered it is told, too: read the list anew.
         *
         *     Needs a signed-in user.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connected-applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications that you have connected
         * @description Needs scope connected-applications:read of an API key that has scopes.
         */
        get: operations["listConnectedApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connected-applications/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an application
         * @description Ends every consent that you gave it, with all its codes and tokens: the next call with one is a 401.
         *
         *     Needs scope connected-applications:write of an API key that has scopes.
         */
        delete: operations["disconnectApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the applications that people can connect
         * @description Needs a platform admin and a login session.
         */
        get: operations["listOauthClients"];
        put?: never;
        /**
         * Register an application that people can connect
         * @description The application uses OAuth 2.1 at the authorization server under /oauth: authorization code with PKCE (S256), then
         *     refresh tokens that rotate. Its metadata (RFC 8414) is at /.well-known/oauth-authorization-server/oauth.
         *     Applications of agents may also register themselves. Only where BERTH_PUBLIC_URL is set can people connect any.
         *
         *     Needs a platform admin and a login session.
         *
         *     Rules between members:
         *     - every redirect URI must be an address, and none may be https to a loopback address
         *     - redirect URIs must differ
         *     - only public clients may have loopback redirect URIs
         */
        post: operations["createOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/oauth-clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an application that people can connect
         * @description Needs a platform admin and a login session.
         */
        get: operations["getOauthClient"];
        put?: never;
        post?: never;
        /**
         * Remove an application for everybody
         * @description Every grant and token that it was given stops working at once. One that a document describes is blocked, until it is removed again.
         *
         *     Needs a platform admin and a login session.
         */
        delete: operations["deleteOauthClient"];
        options?: never;
        head?: never;
        /**
         * Change an application that people can connect
         * @description A scope that is taken away is gone from its tokens with their next use. The type never changes.
         *
         *     Needs a platform admin and a login session.
         *
         *     Rules between members:
         *     - send at least one of name, redirect_uris, scopes, client_uri and logo_uri
         *     - every redirect URI must be an address, and none may be https to a loopback address
         *     - redirect URIs must differ
         */
        patch: operations["updateOauthClient"];
        trace?: never;
    };
    "/api/v1/admin/oauth-clients/{client_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a confidential application
         * @description The old secret stops working at once; the new one is in this answer only.
         *
         *     Needs a platform admin and a login session.
         */
        post: operations["rotateOauthClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every organization of the platform
         * @description Needs a platform admin and scope organizations:read of an API key that has scopes.
         */
        get: operations["listAllOrganizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/organizations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set features and quotas of an organization
         * @description A quota below what is there deletes nothing; it only stops more.
         *
         *     Needs a platform admin and scope organizations:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - send at least one of feature_flags and quotas
         */
        patch: operations["setOrganizationLimits"];
        trace?: never;
    };
    "/api/v1/admin/providers/{provider}/regions/{region}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable a region for new clusters, or enable it again
         * @description A disabled region is still listed, as unavailable and with the reason. What runs there runs on.
         *
         *     Needs a platform admin and scope providers:write of an API key that has scopes.
         */
        patch: operations["setRegion"];
        trace?: never;
    };
    "/api/v1/admin/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List host clusters
         * @description The platform's own clusters, which GET /clusters leaves out.
         *
         *     Needs a platform admin and scope clusters:read of an API key that has scopes.
         */
        get: operations["listPlatformClusters"];
        put?: never;
        /**
         * Create a host cluster
         * @description A host carries shared clusters of its provider and region, so many for each ready node. It belongs to the platform's own organization (is_system), needs no payment method and counts towards no quota. It is deleted with kubectl, and only after all that it carries.
         *
         *     Needs a platform admin and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - min_nodes must not be greater than max_nodes
         *     - autoscaling_enabled needs min_nodes and max_nodes
         *     - region_locations must be distinct
         *     - multi_region needs at least two region_locations
         */
        post: operations["createHostCluster"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/clusters/{cluster_id}/kubeconfig": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a kubeconfig of your own for a host cluster
         * @description Full access to the cluster. Each one is entered in the audit log; whoever is no platform admin any more loses it. Other clusters answer 404 here: theirs is GET /clusters/{cluster_id}/kubeconfig.
         *
         *     Needs a platform admin and scope clusters:write of an API key that has scopes.
         */
        get: operations["getPlatformKubeconfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell how the operator is doing
         * @description What waits in its queues, for a commit and for the projection that REST shows. The operator that leads writes it down every ten seconds; figures that are older than a minute are stale, with the moment at which they were true. Whether what this gateway needs is there tells GET /readyz.
         *
         *     Needs a platform admin and scope organizations:read of an API key that has scopes.
         */
        get: operations["getPlatformHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether the process lives
         * @description Open to everyone.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell whether requests can be served
         * @description 503 with the same list of dependencies when one that is needed is down, or when this gateway is about to stop.
         *
         *     Open to everyone.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        APIKeyCreate: {
            /** @description Name that tells keys apart */
            name: string;
            /** @description What the key is for */
            description?: string | null;
            /**
             * Format: date-time
             * @description When it stops working; never when null
             */
            expires_at?: string | null;
            /** @description What the key may do; null = all that its owner may */
            scopes?: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
            /**
             * Format: uuid
             * @description Limits the key to one organization
             */
            organization_id?: string | null;
        };
        APIKeyCreateResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            name: string;
            description: string | null;
            /** @description First 12 characters of the key */
            key_prefix: string;
            /** @description null = all that its owner may */
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The full key; only in this answer */
            key: string;
        };
        APIKeyListResponse: {
            api_keys: components["schemas"]["APIKeyResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        APIKeyResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            name: string;
            description: string | null;
            /** @description First 12 characters of the key */
            key_prefix: string;
            /** @description null = all that its owner may */
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description False once revoked or expired */
            is_active: boolean;
            /** Format: date-time */
            last_used_at: string | null;
            last_used_ip: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        APIKeyUpdate: {
            /** @description Name that tells keys apart */
            name?: string | null;
            /** @description What the key is for */
            description?: string | null;
            /**
             * Format: date-time
             * @description When it stops working; never when null
             */
            expires_at?: string | null;
        };
        AdditionalPort: {
            /** @description Port number on pod and service */
            port: number;
            /** @description Port name; port-<number> by default */
            name?: string | null;
            /** @description TCP when unset */
            protocol?: ("TCP" | "UDP") | null;
            /** @description Number at which the cluster's Gateway takes connections of TCP for this port, from 1024, not 10000 to 19999; who has it first on a cluster keeps it. Needs a cluster whose routing is gateway or both */
            public_port?: number | null;
        };
        AdditionalPortResponse: {
            /** @description Port number on pod and service */
            port: number;
            /** @description Port name; port-<number> by default */
            name: string | null;
            /** @description TCP when unset */
            protocol: ("TCP" | "UDP") | null;
            /** @description Number at which the cluster's Gateway takes connections of TCP for this port, from 1024, not 10000 to 19999; who has it first on a cluster keeps it. Needs a cluster whose routing is gateway or both */
            public_port: number | null;
        };
        AdminOrganizationListResponse: {
            organizations: components["schemas"]["AdminOrganizationResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        AdminOrganizationResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            name: string;
            slug: string;
            is_system: boolean;
            is_personal: boolean;
            member_count: number;
            /** @description Features as they are in force */
            feature_flags: {
                backups: boolean;
            };
            /** @description Quotas as they are in force */
            quotas: {
                /** @description Most clusters */
                clusters: number;
                /** @description Most deployments */
                deployments: number;
                /** @description Most databases */
                databases: number;
                /** @description Most secrets */
                secrets: number;
                /** @description Most webhooks */
                webhooks: number;
                /** @description Most CPU cores that deployments and databases ask for together; null = no limit */
                cpu: number | null;
                /** @description Most MB of memory that deployments and databases ask for together; null = no limit */
                memory_mb: number | null;
                /** @description Most GB of storage that deployments and databases ask for together; null = no limit */
                storage_gb: number | null;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        AdminOrganizationUpdate: {
            /** @description Features that are switched; members left out stay as they are */
            feature_flags?: {
                /** @description Scheduled backups; null = the default */
                backups?: boolean | null;
            } | null;
            /** @description Quotas that differ; members left out stay as they are */
            quotas?: {
                /** @description Most clusters; null = the default */
                clusters?: number | null;
                /** @description Most deployments; null = the default */
                deployments?: number | null;
                /** @description Most databases; null = the default */
                databases?: number | null;
                /** @description Most secrets; null = the default */
                secrets?: number | null;
                /** @description Most webhooks; null = the default */
                webhooks?: number | null;
                /** @description Most CPU cores that deployments and databases ask for together; null = no limit */
                cpu?: number | null;
                /** @description Most MB of memory that deployments and databases ask for together; null = no limit */
                memory_mb?: number | null;
                /** @description Most GB of storage that deployments and databases ask for together; null = no limit */
                storage_gb?: number | null;
            } | null;
        };
        AlertListResponse: {
            alerts: components["schemas"]["AlertResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        AlertResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * @description Kind of what it is about
             * @enum {string}
             */
            kind: "Deployment" | "DatabaseInstance";
            /**
             * Format: uuid
             * @description What it is about
             */
            resource_id: string;
            /** @description Its name when the alert began */
            resource_name: string;
            /** Format: uuid */
            cluster_id: string | null;
            /**
             * @description Which rule it follows from
             * @enum {string}
             */
            rule: "not_healthy" | "restarts" | "memory" | "error_rate" | "latency" | "certificate" | "backup";
            /** @enum {string} */
            state: "open" | "ended";
            /** @description What was seen when it began */
            message: string;
            /**
             * Format: date-time
             * @description Since when it was so; people are told once it has lasted
             */
            since: string;
            /**
             * Format: date-time
             * @description When it was told
             */
            started_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** @description cleared: it is over; gone: what it was about is deleted; off: the rule is switched off */
            end_reason: ("cleared" | "gone" | "off") | null;
        };
        AuditEntryResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /**
             * Format: date-time
             * @description When the request was made
             */
            at: string;
            /** @description operationId of the request */
            action: string;
            /**
             * @description attempted = its end is not known yet
             * @enum {string}
             */
            outcome: "attempted" | "succeeded" | "refused" | "failed" | "superseded" | "unknown";
            /** @description session, api_key, oauth, anonymous, or service: and the name of its token */
            principal: string;
            /**
             * Format: uuid
             * @description User who acted
             */
            actor_user_id: string | null;
            /** @description Connected application that acted for the user, with its name at that time */
            application: {
                /** Format: uuid */
                client_id: string;
                name: string;
            } | null;
            /**
             * Format: uuid
             * @description Platform admin who acted as that user
             */
            impersonator_id: string | null;
            target_kind: string | null;
            /** Format: uuid */
            target_id: string | null;
            /** @description What changed: before and after, or the names of the members that were sent; never a secret */
            changes: {
                [key: string]: unknown;
            } | null;
            source_address: string | null;
            request_id: string;
        };
        AuditListResponse: {
            entries: components["schemas"]["AuditEntryResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        AuthProvidersResponse: {
            providers: {
                /** @description Name of the provider in paths */
                id: string;
                /** @description Name of the provider for people */
                name: string;
                /** @enum {string} */
                type: "oauth" | "password";
                /** @description Where a browser starts; not for passwords */
                login_url?: string;
            }[];
        };
        AutoscalingUpdate: {
            /** @description Whether the node count follows the load */
            autoscaling_enabled: boolean;
            /** @description Least nodes */
            min_nodes: number;
            /** @description Most nodes */
            max_nodes: number;
        };
        BackupCreateRequest: {
            /** @description full, the default; incremental exists only for mysql */
            backup_type?: ("full" | "incremental") | null;
        };
        BackupsConfig: {
            /** @description Whether scheduled backups run */
            enabled?: boolean | null;
            /** @description How often */
            schedule?: ("hourly" | "daily" | "weekly") | null;
            /** @description Days a backup is kept */
            retention_days?: number | null;
        };
        BackupsConfigResponse: {
            /** @description Whether scheduled backups run */
            enabled: boolean | null;
            /**
             * @description How often
             * @enum {string}
             */
            schedule: "hourly" | "daily" | "weekly";
            /** @description Days a backup is kept */
            retention_days: number;
        };
        BundleComponent: {
            /** @description Name of the component and of its Helm release */
            component: string;
            /** @description What it is for */
            purpose: string;
            chart: string;
            /** @description Namespace on the cluster */
            namespace: string;
            /** @description Version of the chart that the channel has; null when it is skipped */
            wanted_version: string | null;
            /** @description Version that is on the cluster */
            found_version: string | null;
            /** @description Argo CD's word: Synced, OutOfSync or Unknown */
            sync: string | null;
            /** @description Argo CD's word: Healthy, Progressing, Degraded, Suspended, Missing or Unknown */
            health: string | null;
            /** @description Whether the wanted version is there, in sync and healthy */
            applied: boolean;
            /** @description Whether this cluster does without it */
            skipped: boolean;
            /** @description Why it is skipped */
            reason: string | null;
            /** @description What is wrong with it */
            message: string | null;
        };
        ChangeEvent: {
            /** @enum {string} */
            kind: "Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Member" | "Invitation" | "ApiKey" | "Webhook" | "Secret" | "RegistryCredential";
            /**
             * Format: uuid
             * @description Record id of the resource; of a Member that of the user
             */
            id: string;
            /**
             * Format: uuid
             * @description Organization; of an ApiKey your personal one
             */
            organization_id: string;
            /** @enum {string} */
            type: "created" | "updated" | "deleted";
            /**
             * Format: date-time
             * @description When the platform saw the change
             */
            at: string;
            /** @description The resource as a read shows it now; null when it is gone, has no route of its own, or is a Member, Invitation, ApiKey, Webhook, Secret or RegistryCredential: read those anew */
            resource: (components["schemas"]["ClusterResponse"] | components["schemas"]["DeploymentResponse"] | components["schemas"]["DatabaseResponse"] | components["schemas"]["DatabaseBackupResponse"] | components["schemas"]["UpgradeRequestResponse"]) | null;
        };
        CloudCredentialCreate: {
            /** @description Name that tells credentials apart; unique in the organization */
            name: string;
            /** @description Provider that the token is for */
            provider: string;
            /** @description Token of the provider's API, kept in the secret store only */
            token: string;
            /**
             * Format: uuid
             * @description Organization; the active one when unset
             */
            organization_id?: string | null;
        };
        CloudCredentialListResponse: {
            cloud_credentials: components["schemas"]["CloudCredentialResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        CloudCredentialResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            name: string;
            provider: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description User who created it
             */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ClusterBundleResponse: {
            /** Format: uuid */
            cluster_id: string;
            /**
             * @description Channel that the cluster follows
             * @enum {string}
             */
            version: "stable" | "latest";
            /** @description Whether every component is there as wanted */
            applied: boolean;
            /** @description Reason of the condition BundleApplied */
            status_reason: string | null;
            /** @description What is waited for, or what is wrong */
            message: string | null;
            components: components["schemas"]["BundleComponent"][];
        };
        ClusterCreate: {
            /** @description Lower-case letters, digits and hyphens; unique among the organization's clusters */
            name: string;
            /**
             * Format: uuid
             * @description Owner; the active organization when unset
             */
            organization_id?: string | null;
            /** @description Cloud provider, as GET /providers lists them */
            provider: string;
            /** @description Region of the provider; changes only through a retry */
            region: string;
            /**
             * @description shared: a virtual cluster on a host; dedicated: one control plane; production: three
             * @enum {string}
             */
            tier: "shared" | "dedicated" | "production";
            /** @description Wanted Kubernetes version; the newest on offer at creation, later moved by upgrade requests */
            kubernetes_version?: string | null;
            /** @description Machine type of the worker nodes */
            server_type?: string | null;
            /** @description Worker nodes; 3 for production and 1 for dedicated by default */
            node_count?: number | null;
            /** @description Whether the node count follows the load */
            autoscaling_enabled?: boolean | null;
            /** @description Least nodes under autoscaling */
            min_nodes?: number | null;
            /** @description Most nodes under autoscaling */
            max_nodes?: number | null;
            /** @description Datacenters the worker nodes are spread over */
            region_locations?: string[] | null;
            /** @description Whether several locations are used; needs two or more regionLocations */
            multi_region?: boolean | null;
            /** @description Channel of the component bundle; latest by default */
            component_bundle_version?: ("stable" | "latest") | null;
            /** @description How requests come to deployments: by Ingress, by the Gateway API, or by both at once, which is the way from one to the other; ingress when unset, but new clusters made by REST that may have a Gateway of their own get what BERTH_CLUSTER_ROUTING says, gateway by default; an import does where its preflight shows nothing in the way. An imported cluster stays at Ingress while GatewayListens says that the kinds of the Gateway API there are somebody else's. That of a host is that of its shared clusters too, which have none of their own */
            routing?: ("ingress" | "both" | "gateway") | null;
            /** @description Under what deployments have their names: the platform's domain, or one of the cluster's own below it, <handle>.<domain>; platform when unset. Cannot be changed: names lead to it */
            names_under?: ("platform" | "cluster") | null;
            /** @description Who brings network, cloud controller and volumes of servers that a cloud makes: the component bundle, or you (own); own when unset, but new clusters made by REST with a cloud credential of their own get what BERTH_CLOUD_COMPONENTS says. Cannot be changed: a running cluster's network is not replaced */
            cloud_components?: ("bundle" | "own") | null;
            /**
             * Format: uuid
             * @description Customer's own cloud credential
             */
            cloud_credential_id?: string | null;
        };
        ClusterImport: {
            /** @description Lower-case letters, digits and hyphens; unique among the organization's clusters */
            name: string;
            /** @description Where the cluster runs; any provider's identifier */
            provider: string;
            /** @description Where at the provider it runs */
            region: string;
            /** @description Must be true: the component bundle is installed onto the cluster */
            acknowledge_bundle_install: boolean;
            /** @description Imports in spite of errors of the preflight; for platform admins, and in the audit log */
            override_preflight?: boolean | null;
            /** @description kubeconfig whose current context has an https server, its certificate authority, and a token or client certificate, all inline; it is used once and then thrown away */
            kubeconfig?: string | null;
            /**
             * Format: uuid
             * @description Instead of a kubeconfig: the credential of the cloud account that has the cluster
             */
            cloud_credential_id?: string | null;
            /** @description Name of the cluster at its provider; needed with cloud_credential_id */
            provider_cluster_id?: string | null;
            /** @description Whether it is a cluster of GKE Autopilot, which some components are left out on */
            is_autopilot?: boolean | null;
            /** @description Components of the bundle that the cluster has of its own, which are left out; when unset those that the preflight finds able to serve */
            own_components?: ("cert-manager" | "cloudnative-pg" | "envoy-gateway" | "external-secrets" | "ingress-nginx" | "metrics-server" | "moco" | "plugin-barman-cloud" | "velero")[] | null;
            /** @description How requests are to come to its deployments; when unset what BERTH_CLUSTER_ROUTING says, gateway by default, or ingress where the preflight finds something in the way of a Gateway alone, and on GKE Autopilot */
            routing?: ("ingress" | "both" | "gateway") | null;
            /**
             * Format: uuid
             * @description Owner; the active organization when unset
             */
            organization_id?: string | null;
        };
        ClusterListResponse: {
            clusters: components["schemas"]["ClusterResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        ClusterMetricsResponse: {
            /**
             * @description unavailable: nothing was measured, and used is null everywhere; the rest is true
             * @enum {string}
             */
            state: "available" | "unavailable";
            /** @description Why it is unavailable */
            reason: ("NoMetricsApi" | "MetricsApiSilent" | "NotAllowed" | "NotReadInTime") | null;
            /** @description What is wrong and what to do next */
            message: string | null;
            /** @description Nodes are simulated, and so is what is used */
            simulated: boolean;
            /**
             * Format: date-time
             * @description When the newest of the numbers was measured
             */
            measured_at: string | null;
            /**
             * Format: date-time
             * @description When the cluster was asked
             */
            observed_at: string;
            cpu_millicores: components["schemas"]["UsedAmount"];
            memory_bytes: components["schemas"]["UsedAmount"];
            /** @description Of all pods that are there */
            restarts: number;
            pod_count: number;
            nodes: components["schemas"]["NodeMetrics"][];
        };
        ClusterResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description Who created it
             */
            user_id: string;
            name: string;
            /** @description Identifier of the cloud provider */
            provider: string;
            region: string;
            /**
             * @description Cannot be changed after creation
             * @enum {string}
             */
            tier: "shared" | "dedicated" | "production";
            /** @enum {string} */
            status: "pending" | "provisioning" | "registering" | "running" | "updating" | "upgrading" | "degraded" | "error" | "deleting";
            /** @description CamelCase reason of the status */
            status_reason: string | null;
            /** @description What is wrong and what to do next */
            error_message: string | null;
            conditions: components["schemas"]["Condition"][];
            autoscaling_enabled: boolean;
            min_nodes: number | null;
            max_nodes: number | null;
            node_count: number | null;
            server_type: string | null;
            kubernetes_version: string | null;
            upgrade_available: boolean;
            /** @enum {string} */
            component_bundle_version: "stable" | "latest";
            /**
             * @description How requests come to its deployments
             * @enum {string}
             */
            routing: "ingress" | "both" | "gateway";
            /** @description Whether each name of the platform's has a certificate of its own at its Gateway, of a shared cluster its host's, where nobody has one for all of them */
            certifies_each_name: boolean;
            /** @description Who brings network, cloud controller and volumes of its servers; null where the platform orders no servers for it */
            cloud_components: ("bundle" | "own") | null;
            /** @description Components of the bundle that it has of its own, which the bundle leaves out; null where nothing was said of them */
            own_components: ("cert-manager" | "cloudnative-pg" | "envoy-gateway" | "external-secrets" | "ingress-nginx" | "metrics-server" | "moco" | "plugin-barman-cloud" | "velero")[] | null;
            /**
             * @description Whether its deployments have their names under the platform's domain, or under one of the cluster's own
             * @enum {string}
             */
            names_under: "platform" | "cluster";
            /** @description Address, or name, at which requests for its deployments come in: names of theirs lead there */
            gateway_address: string | null;
            multi_region: boolean;
            region_locations: string[] | null;
            /** Format: uuid */
            cloud_credential_id: string | null;
            /** @description Runs on the customer's own cloud credential */
            is_byoc: boolean;
            is_imported: boolean;
            is_management: boolean;
            is_autopilot: boolean;
            /** @description URL of the cluster's API server */
            endpoint: string | null;
            /**
             * Format: date-time
             * @description When the cluster first ran
             */
            ready_at: string | null;
            /**
             * Format: date-time
             * @description When the status was last observed
             */
            observed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            plan?: components["schemas"]["Plan"];
        };
        ClusterRetry: {
            /** @description Region of the provider; changes only through a retry */
            region: string;
            server_type?: string | null;
        };
        CommitWork: {
            /** @description Objects whose newest content is not on the delivery branch yet */
            waiting: number;
            /** @description Whether the operator has read the delivery branch since it began to lead; before, it commits nothing */
            branch_read: boolean;
            /**
             * Format: date-time
             * @description When the newest commit of the delivery branch was made
             */
            committed_at: string | null;
        };
        ComponentBundleUpdate: {
            /**
             * @description Channel that the cluster follows; as it is when unset
             * @enum {string}
             */
            version?: "stable" | "latest";
            /** @description How requests come to its deployments; as it is when unset */
            routing?: ("ingress" | "both" | "gateway") | null;
            /** @description All components that an imported cluster has of its own, which the bundle leaves out; null for none, as they are when unset */
            own_components?: ("cert-manager" | "cloudnative-pg" | "envoy-gateway" | "external-secrets" | "ingress-nginx" | "metrics-server" | "moco" | "plugin-barman-cloud" | "velero")[] | null;
        };
        Condition: {
            /** @description State this condition describes, such as Ready */
            type: string;
            /**
             * @description Whether the state holds
             * @enum {string}
             */
            status: "True" | "False" | "Unknown";
            /** @description Generation of the object this was computed from */
            observed_generation: number | null;
            /**
             * Format: date-time
             * @description When status last changed
             */
            last_transition_time: string;
            /** @description CamelCase word that programs can match */
            reason: string;
            /** @description Sentence that says what to do next */
            message: string;
        };
        ConnectedAppListResponse: {
            applications: components["schemas"]["ConnectedAppResponse"][];
            total: number;
        };
        ConnectedAppResponse: {
            /** @description The application's client_id */
            client_id: string;
            client_name: string;
            /** @description Consents that still have a token */
            active_sessions: number;
            /** @description Page about the application */
            client_uri: string | null;
            logo_uri: string | null;
            /**
             * Format: date-time
             * @description First consent that is still in force
             */
            authorized_at: string | null;
            /**
             * Format: date-time
             * @description Last use of a token, to the minute
             */
            last_used_at: string | null;
        };
        DatabaseAlertRules: {
            /** @description It is not as it was asked for */
            not_healthy: {
                enabled: boolean;
                for_minutes: number;
            };
            /** @description Its containers begin anew again and again */
            restarts: {
                enabled: boolean;
                count: number;
                within_minutes: number;
            };
            /** @description A pod is near its memory limit */
            memory: {
                enabled: boolean;
                percent: number;
                for_minutes: number;
            };
            /** @description A scheduled backup has not succeeded */
            backup: {
                enabled: boolean;
                late_hours: number;
            };
            /**
             * Format: date-time
             * @description When somebody last set one; null: all are the default
             */
            updated_at: string | null;
        };
        DatabaseAlertRulesUpdate: {
            /** @description It is not as it was asked for */
            not_healthy?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Minutes for which it lasts before anybody is told; 15 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description Its containers begin anew again and again */
            restarts?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Restarts of all its containers; 3 when unset */
                count?: number | null;
                /** @description Minutes in which they are counted; 15 when unset */
                within_minutes?: number | null;
            } | null;
            /** @description A pod is near its memory limit */
            memory?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Part of the limit, per cent; 90 when unset */
                percent?: number | null;
                /** @description Minutes for which it lasts before anybody is told; 5 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description A scheduled backup has not succeeded */
            backup?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Hours after it was due; 2 when unset */
                late_hours?: number | null;
            } | null;
        };
        DatabaseBackupListResponse: {
            backups: components["schemas"]["DatabaseBackupResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        DatabaseBackupResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /**
             * Format: uuid
             * @description The database; a backup may outlive it
             */
            database_instance_id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description Who asked for it, else the owner
             */
            user_id: string;
            /**
             * @description WAL is archived beside it for postgresql
             * @enum {string}
             */
            backup_type: "full" | "incremental";
            /**
             * @description final: made before its database was deleted
             * @enum {string}
             */
            trigger: "manual" | "scheduled" | "final";
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "deleting";
            /** @description CamelCase reason of the status */
            status_reason: string | null;
            /** @description Why it failed and what to do next */
            error_message: string | null;
            conditions: components["schemas"]["Condition"][];
            /** @description Size in the archive; null where the engine does not tell, which is so for postgresql */
            size_bytes: number | null;
            /** @description Where it lies in the archive */
            s3_path: string | null;
            /**
             * Format: date-time
             * @description When its record was made: of a scheduled one once the engine tells of it, which may be after its end
             */
            created_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When its retention ends; null: not known, or it is kept
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the status was last observed
             */
            observed_at: string | null;
        };
        DatabaseConnection: {
            /** @description Host inside the cluster; null until it first served */
            host: string | null;
            /** @description Host from outside, with external_access */
            external_host: string | null;
            port: number | null;
            user: string;
            database: string;
            /** @description Secret of the cluster that has the password */
            secret_name: string | null;
            /** @description Namespace of that Secret */
            secret_namespace: string;
        };
        DatabaseCreate: {
            /** @description Size in GB; 10 by default; can grow, never shrink */
            storage_size_gb?: number | null;
            /** @description CPU cores requested per instance */
            cpu_request?: number | null;
            /** @description Memory requested per instance, MB */
            memory_request_mb?: number | null;
            /** @description Most client connections; a change restarts the server */
            max_connections?: number | null;
            /** @description PostgreSQL extensions */
            extensions?: string[] | null;
            /** @description Whether scheduled backups run; true by default */
            backup_enabled?: boolean | null;
            /** @description hourly, daily, weekly or a cron line of five fields */
            backup_schedule?: string | null;
            /** @description Days a backup is kept; 7 by default */
            backup_retention_days?: number | null;
            /** @description Major version of the engine; can be raised, and lowered only after an upgrade that failed. Minor versions come by themselves */
            engine_version?: string | null;
            /** @description Whether the database is reachable from outside */
            external_access?: boolean | null;
            /**
             * @description Database engine; immutable
             * @enum {string}
             */
            engine: "postgresql" | "mysql";
            /** @description single: one server; ha: three; replicated: three and a replica elsewhere */
            tier?: ("single" | "ha" | "replicated") | null;
            /** @description Database made at first start; immutable */
            database_name?: string | null;
            /**
             * Format: uuid
             * @description Database that this one follows
             */
            replication_source_id?: string | null;
            /** @description Lower-case letters, digits and hyphens; unique among the databases of its cluster */
            name: string;
            /**
             * Format: uuid
             * @description Cluster that it runs on
             */
            cluster_id: string;
            /**
             * Format: uuid
             * @description The cluster's organization; may be left out
             */
            organization_id?: string | null;
        };
        DatabaseCredentials: {
            /** Format: uuid */
            database_id: string;
            user: string;
            /** @description Secret of the cluster that gets the password */
            secret_name: string | null;
            /** @description Number of the password: each rotation adds one */
            version: number;
            /** Format: date-time */
            rotated_at: string;
            /** @description What happens next */
            message: string;
        };
        DatabaseListResponse: {
            databases: components["schemas"]["DatabaseResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        DatabaseResponse: {
            storage_size_gb: number;
            /** @description CPU cores requested per instance */
            cpu_request: number | null;
            /** @description Memory requested per instance, MB */
            memory_request_mb: number | null;
            /** @description Most client connections; a change restarts the server */
            max_connections: number | null;
            /** @description PostgreSQL extensions */
            extensions: string[] | null;
            backup_enabled: boolean;
            backup_schedule: string | null;
            backup_retention_days: number | null;
            /** @description Major version; minor versions come by themselves */
            engine_version: string;
            external_access: boolean;
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /**
             * Format: uuid
             * @description Who created it
             */
            user_id: string;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: uuid */
            cluster_id: string;
            name: string;
            /** @enum {string} */
            engine: "postgresql" | "mysql";
            /** @enum {string} */
            tier: "single" | "ha" | "replicated";
            /** @enum {string} */
            status: "pending" | "provisioning" | "running" | "degraded" | "upgrading" | "error" | "deleting";
            /** @description CamelCase reason of the status */
            status_reason: string | null;
            /** @description What is wrong and what to do next */
            error_message: string | null;
            conditions: components["schemas"]["Condition"][];
            /** @description Servers of its tier */
            replicas: number;
            database_name: string;
            /** @description Host from outside, once there is one */
            external_host: string | null;
            /** @description Host inside the cluster, from when it first served */
            connection_host: string | null;
            connection_port: number | null;
            /** @description Secret with the credentials, in the namespace that the host's second part names */
            connection_secret_name: string | null;
            /**
             * Format: date-time
             * @description Earliest moment that can be restored; null: none yet
             */
            restorable_from: string | null;
            /**
             * Format: date-time
             * @description Latest moment that can be restored: up to there the archive is known to reach; moves on as changes are archived
             */
            restorable_until: string | null;
            /**
             * Format: date-time
             * @description When the last backup succeeded
             */
            last_backup_at: string | null;
            /**
             * Format: uuid
             * @description Database that it was restored from
             */
            restored_from: string | null;
            /** @description Its path in the delivery repository */
            git_path: string | null;
            argocd_app_name: string | null;
            /** Format: uuid */
            replication_group_id: string | null;
            replication_role: string | null;
            /** Format: uuid */
            replication_source_id: string | null;
            replication_host: string | null;
            replication_lag_bytes: number | null;
            replication_status: string | null;
            /** @description Followed its source once and takes writes now */
            promoted: boolean;
            /**
             * Format: uuid
             * @description Preview that it was made for, and goes with
             */
            preview_of: string | null;
            /** Format: date-time */
            fee_exempt_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the status was last observed
             */
            observed_at: string | null;
            plan?: components["schemas"]["Plan"];
        };
        DatabaseRestore: {
            /** @description Name of the new database, unique among those of its cluster */
            new_name: string;
            /**
             * Format: uuid
             * @description Backup to restore: the state when it ended
             */
            backup_id?: string | null;
            /**
             * Format: date-time
             * @description Moment to restore to, from restorable_from to restorable_until
             */
            point_in_time?: string | null;
            /**
             * Format: uuid
             * @description Cluster of the new database, of the same organization; the source's when unset
             */
            cluster_id?: string | null;
        };
        DatabaseUpdate: {
            /** @description Size in GB; 10 by default; can grow, never shrink */
            storage_size_gb?: number | null;
            /** @description CPU cores requested per instance */
            cpu_request?: number | null;
            /** @description Memory requested per instance, MB */
            memory_request_mb?: number | null;
            /** @description Most client connections; a change restarts the server */
            max_connections?: number | null;
            /** @description PostgreSQL extensions */
            extensions?: string[] | null;
            /** @description Whether scheduled backups run; true by default */
            backup_enabled?: boolean | null;
            /** @description hourly, daily, weekly or a cron line of five fields */
            backup_schedule?: string | null;
            /** @description Days a backup is kept; 7 by default */
            backup_retention_days?: number | null;
            /** @description Major version of the engine; can be raised, and lowered only after an upgrade that failed. Minor versions come by themselves */
            engine_version?: string | null;
            /** @description Whether the database is reachable from outside */
            external_access?: boolean | null;
        };
        DeletedResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /**
             * @description Always deleting
             * @constant
             */
            status: "deleting";
            /** @description What happens next */
            message: string;
            plan?: components["schemas"]["Plan"];
        };
        DependencyState: {
            /** @description postgres, kubernetes or secret_store */
            name: string;
            /** @enum {string} */
            state: "up" | "down";
            /** @description What is wrong with it */
            message: string | null;
        };
        DeploymentAlertRules: {
            /** @description It is not as it was asked for */
            not_healthy: {
                enabled: boolean;
                for_minutes: number;
            };
            /** @description Its containers begin anew again and again */
            restarts: {
                enabled: boolean;
                count: number;
                within_minutes: number;
            };
            /** @description A pod is near its memory limit */
            memory: {
                enabled: boolean;
                percent: number;
                for_minutes: number;
            };
            /** @description Requests to it fail; known where the platform keeps metrics */
            error_rate: {
                enabled: boolean;
                percent: number;
                min_requests: number;
                for_minutes: number;
            };
            /** @description Requests to it take long; known where the platform keeps metrics */
            latency: {
                enabled: boolean;
                p95_milliseconds: number;
                min_requests: number;
                for_minutes: number;
            };
            /** @description The certificate of its own domain ends within 21 days (of those that live shortly a share), and was not renewed */
            certificate: {
                enabled: boolean;
            };
            /**
             * Format: date-time
             * @description When somebody last set one; null: all are the default
             */
            updated_at: string | null;
        };
        DeploymentAlertRulesUpdate: {
            /** @description It is not as it was asked for */
            not_healthy?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Minutes for which it lasts before anybody is told; 15 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description Its containers begin anew again and again */
            restarts?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Restarts of all its containers; 3 when unset */
                count?: number | null;
                /** @description Minutes in which they are counted; 15 when unset */
                within_minutes?: number | null;
            } | null;
            /** @description A pod is near its memory limit */
            memory?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Part of the limit, per cent; 90 when unset */
                percent?: number | null;
                /** @description Minutes for which it lasts before anybody is told; 5 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description Requests to it fail; known where the platform keeps metrics */
            error_rate?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Part of its requests that is answered with 500 or above, per cent; 5 when unset */
                percent?: number | null;
                /** @description Requests within five minutes, with fewer of which it does not begin; 20 when unset */
                min_requests?: number | null;
                /** @description Minutes for which it lasts before anybody is told; 5 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description Requests to it take long; known where the platform keeps metrics */
            latency?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
                /** @description Time that 95 of 100 requests take at most, in milliseconds; 2000 when unset */
                p95_milliseconds?: number | null;
                /** @description Requests within five minutes, with fewer of which it does not begin; 20 when unset */
                min_requests?: number | null;
                /** @description Minutes for which it lasts before anybody is told; 10 when unset */
                for_minutes?: number | null;
            } | null;
            /** @description The certificate of its own domain ends within 21 days (of those that live shortly a share), and was not renewed */
            certificate?: {
                /** @description Whether the rule holds; true when unset */
                enabled?: boolean | null;
            } | null;
        };
        DeploymentCreate: {
            /** @description Lower-case letters, digits and hyphens; unique in its cluster */
            name: string;
            /** @description Free-form settings, replaced as a whole; the key autoscaling is known */
            config?: {
                [key: string]: unknown;
            } | null;
            /** @description CPU cores requested per pod */
            cpu_request?: number | null;
            /** @description Memory requested per pod, MB */
            memory_request_mb?: number | null;
            /** @description Number of pods; 1 by default */
            replicas?: number | null;
            /** @description Port that the application listens on */
            container_port?: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb?: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables?: components["schemas"]["EnvironmentVariable"][] | null;
            /** @description Container image, such as nginx:1.29 */
            docker_image?: string | null;
            /** @description Persistent volumes, replaced as a whole */
            volumes?: components["schemas"]["VolumeConfig"][] | null;
            /** @description Version of the chart */
            helm_chart_version?: string | null;
            /** @description Values of the chart, a YAML map */
            custom_values_yaml?: string | null;
            /** @description How newer images are chosen; latest means newest-build, name means alphabetical */
            image_update_strategy?: ("none" | "semver" | "newest-build" | "digest" | "alphabetical" | "latest" | "name") | null;
            /** @description Version constraint or tag of the strategy */
            image_update_constraint?: string | null;
            /** @description Tags that may be used: regexp:… or any */
            image_allow_tags?: string | null;
            /** @description Tags that are never used */
            image_ignore_tags?: string | null;
            /** @description Own host name; active after its TXT record was seen */
            custom_domain?: string | null;
            /** @description Whether /.well-known/berth-health is routed to the readiness path */
            failover_health_route?: boolean | null;
            /** @description What container_port speaks: http (when unset) with WebSockets and server-sent events, or grpc, that is HTTP/2 without TLS */
            container_port_protocol?: ("http" | "grpc") | null;
            /** @description A request from outside ends when nothing of it or of its answer has come for so long, at least an hour when unset. What keeps coming, as events and sockets do, is never ended */
            request_timeout_seconds?: number | null;
            /** @description Largest body of a request from outside, in MB of 1,048,576 bytes; a larger one is answered 413. Unset, an Ingress takes what its controller does, a Gateway any */
            max_body_size_mb?: number | null;
            /** @description Overrides of the detected probes; {} clears them */
            health_checks?: components["schemas"]["HealthChecksConfig"] | null;
            /** @description Extra ports on pod and service */
            additional_ports?: components["schemas"]["AdditionalPort"][] | null;
            /** @description Scheduled backups of the namespace; dedicated clusters only */
            backups?: components["schemas"]["BackupsConfig"] | null;
            /** @description Entrypoint of the container */
            command?: string[] | null;
            /** @description Arguments of the entrypoint */
            args?: string[] | null;
            /** @description Runs once, with the new image, before that rolls out; where it fails, what ran before stays. It runs again for another image, command or environment, not for a restart or another number of pods */
            release_command?: string[] | null;
            /** @description The release command fails after this time; 600 when unset */
            release_timeout_seconds?: number | null;
            /** @description When a cron_job runs: a cron line of five fields (minute, hour, day, month, day of the week) */
            schedule?: string | null;
            /** @description Time zone of the schedule, such as Europe/Berlin; UTC when unset */
            time_zone?: string | null;
            /** @description What a run does whose time comes while the one before it goes on: forbid (when unset) leaves it out */
            concurrency_policy?: ("forbid" | "allow" | "replace") | null;
            /** @description Scheduled runs that are kept after their end, of those that succeeded and of those that failed; 3 when unset */
            history_limit?: number | null;
            /** @description A run fails after this time; 3600 when unset */
            run_timeout_seconds?: number | null;
            /** @description How often a run that failed is tried again; 0 when unset */
            retries?: number | null;
            /** @description Whether a job runs once for each change of its image, command or environment, before that counts as delivered */
            run_on_change?: boolean | null;
            /** @description Stops and starts it by itself, replaced as a whole; what is stopped or started by hand stays so until either schedule comes next */
            sleep?: components["schemas"]["SleepSchedule"] | null;
            /** @description Whether a chart may have objects that belong to no namespace, or to another one; only administrators of the organization give and take it, and only they change a deployment that has it */
            cluster_wide_rights?: boolean | null;
            /**
             * @description What kind of application this is
             * @enum {string}
             */
            app_type: "web_app" | "api" | "database" | "static_site" | "container" | "helm" | "cron_job" | "job";
            /** @description Helm repository, https or oci, without user information */
            helm_repo_url?: string | null;
            /** @description Name of the chart */
            helm_chart_name?: string | null;
            /**
             * Format: uuid
             * @description Cluster that it runs on
             */
            cluster_id: string;
            /**
             * Format: uuid
             * @description The cluster's organization; may be left out
             */
            organization_id?: string | null;
        };
        DeploymentExtendRequest: {
            /** @description Seconds from now until it is deleted */
            ttl: number;
        };
        DeploymentListResponse: {
            deployments: components["schemas"]["DeploymentResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        DeploymentPreviewRequest: {
            /** @description Lower-case letters, digits and hyphens; unique in its cluster */
            name: string;
            /** @description Container image that is looked at */
            image: string;
            /** @description Seconds until it is deleted */
            ttl: number;
            /** @description none (when unset): it gets no database of its own; empty: one like database_id without its data; copy: one with the data of its newest completed backup */
            database?: ("none" | "empty" | "copy") | null;
            /**
             * Format: uuid
             * @description Database that its own is made after; for empty and copy
             */
            database_id?: string | null;
            /** @description Variable that gets the URL of its own database; DATABASE_URL when unset */
            database_variable?: string | null;
            /** @description Variables that are other than the source's, by name */
            environment_variables?: components["schemas"]["EnvironmentVariable"][] | null;
        };
        DeploymentPromotionRequest: {
            /**
             * Format: uuid
             * @description Cluster that it goes to, of the same organization
             */
            target_cluster_id: string;
            /** @description Name there; overrides.name, else the source's */
            new_name?: string | null;
            /** @description Deletes the source once the new one runs */
            delete_source?: boolean | null;
            /** @description Members that differ from the source's */
            overrides?: components["schemas"]["DeploymentUpdate"] | null;
        };
        DeploymentPromotionResponse: {
            /** Format: uuid */
            source_deployment_id: string;
            /**
             * Format: uuid
             * @description The new deployment, in status promoting; the nil UUID on a dry run
             */
            new_deployment_id: string;
            /** Format: uuid */
            target_cluster_id: string;
            /** @description Whether the source will be deleted, which it is once the new one runs */
            source_deleted: boolean;
            /** @description What happens next */
            message: string;
            plan?: components["schemas"]["Plan"];
        };
        DeploymentReach: {
            url: string;
            /** @enum {string} */
            state: "yes" | "no" | "unknown";
            /** @description Of which change it was last asked */
            generation: number | null;
            /**
             * Format: date-time
             * @description Since when it is so
             */
            since: string | null;
            /** @description Answered, or the first link that fails: NameUnknown, AddressRefused, AddressSilent, TlsInvalid, RouteMissing, ApplicationFails; or why nothing is known */
            reason: string;
            /** @description What was answered, or what is wrong and what to do next */
            message: string | null;
        };
        DeploymentResponse: {
            name: string;
            /** @description Free-form settings, replaced as a whole; the key autoscaling is known */
            config: {
                [key: string]: unknown;
            } | null;
            /** @description CPU cores requested per pod */
            cpu_request: number | null;
            /** @description Memory requested per pod, MB */
            memory_request_mb: number | null;
            /** @description Number of pods; 1 by default */
            replicas: number | null;
            /** @description Port that the application listens on */
            container_port: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables: components["schemas"]["EnvironmentVariableResponse"][] | null;
            /** @description Container image, such as nginx:1.29 */
            docker_image: string | null;
            /** @description Persistent volumes, replaced as a whole */
            volumes: components["schemas"]["VolumeConfigResponse"][] | null;
            /** @description Version of the chart */
            helm_chart_version: string | null;
            /** @description Values of the chart, a YAML map */
            custom_values_yaml: string | null;
            /** @description How newer images are chosen */
            image_update_strategy: ("none" | "semver" | "newest-build" | "digest" | "alphabetical") | null;
            /** @description Version constraint or tag of the strategy */
            image_update_constraint: string | null;
            /** @description Tags that may be used: regexp:… or any */
            image_allow_tags: string | null;
            /** @description Tags that are never used */
            image_ignore_tags: string | null;
            /** @description Own host name; active after its TXT record was seen */
            custom_domain: string | null;
            /** @description Whether /.well-known/berth-health is routed to the readiness path */
            failover_health_route: boolean | null;
            /** @description What container_port speaks: http (when unset) with WebSockets and server-sent events, or grpc, that is HTTP/2 without TLS */
            container_port_protocol: ("http" | "grpc") | null;
            /** @description A request from outside ends when nothing of it or of its answer has come for so long, at least an hour when unset. What keeps coming, as events and sockets do, is never ended */
            request_timeout_seconds: number | null;
            /** @description Largest body of a request from outside, in MB of 1,048,576 bytes; a larger one is answered 413. Unset, an Ingress takes what its controller does, a Gateway any */
            max_body_size_mb: number | null;
            /** @description Overrides of the detected probes; {} clears them */
            health_checks: components["schemas"]["HealthChecksConfigResponse"] | null;
            /** @description Extra ports on pod and service */
            additional_ports: components["schemas"]["AdditionalPortResponse"][] | null;
            /** @description Scheduled backups of the namespace; dedicated clusters only */
            backups: components["schemas"]["BackupsConfigResponse"] | null;
            /** @description Entrypoint of the container */
            command: string[] | null;
            /** @description Arguments of the entrypoint */
            args: string[] | null;
            /** @description Runs once, with the new image, before that rolls out; where it fails, what ran before stays. It runs again for another image, command or environment, not for a restart or another number of pods */
            release_command: string[] | null;
            /** @description The release command fails after this time; 600 when unset */
            release_timeout_seconds: number | null;
            /** @description When a cron_job runs: a cron line of five fields (minute, hour, day, month, day of the week) */
            schedule: string | null;
            /** @description Time zone of the schedule, such as Europe/Berlin; UTC when unset */
            time_zone: string | null;
            /** @description What a run does whose time comes while the one before it goes on: forbid (when unset) leaves it out */
            concurrency_policy: ("forbid" | "allow" | "replace") | null;
            /** @description Scheduled runs that are kept after their end, of those that succeeded and of those that failed; 3 when unset */
            history_limit: number | null;
            /** @description A run fails after this time; 3600 when unset */
            run_timeout_seconds: number | null;
            /** @description How often a run that failed is tried again; 0 when unset */
            retries: number | null;
            /** @description Whether a job runs once for each change of its image, command or environment, before that counts as delivered */
            run_on_change: boolean | null;
            /** @description Stops and starts it by itself, replaced as a whole; what is stopped or started by hand stays so until either schedule comes next */
            sleep: components["schemas"]["SleepScheduleResponse"] | null;
            /** @description Whether a chart may have objects that belong to no namespace, or to another one; only administrators of the organization give and take it, and only they change a deployment that has it */
            cluster_wide_rights: boolean | null;
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /**
             * Format: uuid
             * @description Who created it
             */
            user_id: string;
            /** Format: uuid */
            organization_id: string | null;
            /** Format: uuid */
            cluster_id: string;
            /** @enum {string} */
            app_type: "web_app" | "api" | "database" | "static_site" | "container" | "helm" | "cron_job" | "job";
            /** @enum {string} */
            status: "pending" | "provisioning" | "promoting" | "running" | "stopped" | "failed" | "error" | "migrating" | "deleting";
            /** @description Values file that is delivered */
            values_yaml: string | null;
            /** @description Its path in the delivery repository */
            git_path: string | null;
            endpoint_url: string | null;
            /** @description What is wrong and what to do next */
            error_message: string | null;
            deployment_type: ("image" | "helm" | "manifest") | null;
            helm_repo_url: string | null;
            helm_chart_name: string | null;
            /** @description Was running before Berth took it over */
            is_adopted: boolean;
            /** @description Namespace that it was adopted from */
            source_namespace: string | null;
            /** @description Kind of the workload that was adopted */
            source_kind: string | null;
            /** @description Name of the workload that was adopted */
            source_name: string | null;
            /** @description Was imported and waits for its first sync */
            is_staged: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            provider: string | null;
            region: string | null;
            cluster_status: ("pending" | "provisioning" | "registering" | "running" | "updating" | "upgrading" | "degraded" | "error" | "deleting") | null;
            cluster_error: string | null;
            /** @description CamelCase reason of the status */
            status_reason: string | null;
            conditions: components["schemas"]["Condition"][];
            ready_replicas: number | null;
            /** @description Image that the pods run */
            docker_image_running: string | null;
            /** @description Ports that are public, of those that asked for it by public_port */
            public_ports: components["schemas"]["PublicPort"][];
            /**
             * Format: date-time
             * @description When its sleep schedule stops it next; null while it has no pods
             */
            sleeps_at: string | null;
            /**
             * Format: date-time
             * @description When its sleep schedule starts it next; null while it has pods
             */
            wakes_at: string | null;
            /** @description Newer images wait since a rollback */
            image_updates_held: boolean;
            /** Format: uuid */
            promoted_from: string | null;
            /** Format: uuid */
            promoted_to: string | null;
            /**
             * Format: uuid
             * @description Deployment that it is a preview of
             */
            preview_of: string | null;
            /**
             * Format: date-time
             * @description When a preview is deleted
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the status was last observed
             */
            observed_at: string | null;
            plan?: components["schemas"]["Plan"];
        };
        DeploymentStatusResponse: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "pending" | "provisioning" | "promoting" | "running" | "stopped" | "failed" | "error" | "migrating" | "deleting";
            /** @description Newest generation of the custom resource: the change that is told of */
            generation: number;
            /** @description Request that made it, once the operator has seen it */
            request_id: string | null;
            /** @description Hash of the rendered files */
            content_hash: string | null;
            /** @description Commit that carries them */
            commit: string | null;
            git_path: string | null;
            /** @description Revision that the GitOps controller reports as synced */
            synced_revision: string | null;
            /** @description accepted, rendered, committed, synced, healthy */
            steps: components["schemas"]["DeploymentStatusStep"][];
            /** @description Whether its public address answers; null without one */
            reachable: components["schemas"]["DeploymentReach"] | null;
            /**
             * Format: date-time
             * @description When this was last observed
             */
            observed_at: string | null;
        };
        DeploymentStatusStep: {
            /** @enum {string} */
            step: "accepted" | "rendered" | "committed" | "synced" | "healthy";
            /**
             * @description waiting: its turn has not come; unknown: not observed for five minutes
             * @enum {string}
             */
            state: "done" | "running" | "failed" | "waiting" | "unknown";
            /**
             * Format: date-time
             * @description Since when it is in this state, as far as is known
             */
            since: string | null;
            /** @description CamelCase word that programs can match */
            reason: string | null;
            /** @description What is wrong and what to do next */
            message: string | null;
            /**
             * Format: date-time
             * @description When it is tried again by itself; null when it is not, or nothing is wrong
             */
            next_retry_at: string | null;
        };
        DeploymentUpdate: {
            /** @description Display name, unique in its cluster; metadata.name by default */
            name?: string | null;
            /** @description Free-form settings, replaced as a whole; the key autoscaling is known */
            config?: {
                [key: string]: unknown;
            } | null;
            /** @description CPU cores requested per pod */
            cpu_request?: number | null;
            /** @description Memory requested per pod, MB */
            memory_request_mb?: number | null;
            /** @description Number of pods; 1 by default */
            replicas?: number | null;
            /** @description Port that the application listens on */
            container_port?: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb?: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables?: components["schemas"]["EnvironmentVariable"][] | null;
            /** @description Container image, such as nginx:1.29 */
            docker_image?: string | null;
            /** @description Persistent volumes, replaced as a whole */
            volumes?: components["schemas"]["VolumeConfig"][] | null;
            /** @description Version of the chart */
            helm_chart_version?: string | null;
            /** @description Values of the chart, a YAML map */
            custom_values_yaml?: string | null;
            /** @description How newer images are chosen; latest means newest-build, name means alphabetical */
            image_update_strategy?: ("none" | "semver" | "newest-build" | "digest" | "alphabetical" | "latest" | "name") | null;
            /** @description Version constraint or tag of the strategy */
            image_update_constraint?: string | null;
            /** @description Tags that may be used: regexp:… or any */
            image_allow_tags?: string | null;
            /** @description Tags that are never used */
            image_ignore_tags?: string | null;
            /** @description Own host name; active after its TXT record was seen */
            custom_domain?: string | null;
            /** @description Whether /.well-known/berth-health is routed to the readiness path */
            failover_health_route?: boolean | null;
            /** @description What container_port speaks: http (when unset) with WebSockets and server-sent events, or grpc, that is HTTP/2 without TLS */
            container_port_protocol?: ("http" | "grpc") | null;
            /** @description A request from outside ends when nothing of it or of its answer has come for so long, at least an hour when unset. What keeps coming, as events and sockets do, is never ended */
            request_timeout_seconds?: number | null;
            /** @description Largest body of a request from outside, in MB of 1,048,576 bytes; a larger one is answered 413. Unset, an Ingress takes what its controller does, a Gateway any */
            max_body_size_mb?: number | null;
            /** @description Overrides of the detected probes; {} clears them */
            health_checks?: components["schemas"]["HealthChecksConfig"] | null;
            /** @description Extra ports on pod and service */
            additional_ports?: components["schemas"]["AdditionalPort"][] | null;
            /** @description Scheduled backups of the namespace; dedicated clusters only */
            backups?: components["schemas"]["BackupsConfig"] | null;
            /** @description Entrypoint of the container */
            command?: string[] | null;
            /** @description Arguments of the entrypoint */
            args?: string[] | null;
            /** @description Runs once, with the new image, before that rolls out; where it fails, what ran before stays. It runs again for another image, command or environment, not for a restart or another number of pods */
            release_command?: string[] | null;
            /** @description The release command fails after this time; 600 when unset */
            release_timeout_seconds?: number | null;
            /** @description When a cron_job runs: a cron line of five fields (minute, hour, day, month, day of the week) */
            schedule?: string | null;
            /** @description Time zone of the schedule, such as Europe/Berlin; UTC when unset */
            time_zone?: string | null;
            /** @description What a run does whose time comes while the one before it goes on: forbid (when unset) leaves it out */
            concurrency_policy?: ("forbid" | "allow" | "replace") | null;
            /** @description Scheduled runs that are kept after their end, of those that succeeded and of those that failed; 3 when unset */
            history_limit?: number | null;
            /** @description A run fails after this time; 3600 when unset */
            run_timeout_seconds?: number | null;
            /** @description How often a run that failed is tried again; 0 when unset */
            retries?: number | null;
            /** @description Whether a job runs once for each change of its image, command or environment, before that counts as delivered */
            run_on_change?: boolean | null;
            /** @description Stops and starts it by itself, replaced as a whole; what is stopped or started by hand stays so until either schedule comes next */
            sleep?: components["schemas"]["SleepSchedule"] | null;
            /** @description Whether a chart may have objects that belong to no namespace, or to another one; only administrators of the organization give and take it, and only they change a deployment that has it */
            cluster_wide_rights?: boolean | null;
        };
        EmailVerification: {
            /** @description Token of the mail */
            token: string;
            /** @description The account's password, where the request comes without its session */
            password?: string | null;
        };
        EnvironmentVariable: {
            /** @description Name of the variable */
            name: string;
            /** @description Literal value; exactly one of value and secret_ref */
            value?: string | null;
            /** @description Name of a secret whose value is used */
            secret_ref?: string | null;
        };
        EnvironmentVariableResponse: {
            /** @description Name of the variable */
            name: string;
            /** @description Literal value; exactly one of value and secret_ref */
            value: string | null;
            /** @description Name of a secret whose value is used */
            secret_ref: string | null;
        };
        /** @description Some codes add members, such as conflicts. */
        ErrorResponse: {
            /** @description Sentence that a person can act on */
            detail: string;
            /** @description Stable word that programs can match */
            code: string;
            /** @description Identifies the request in logs and the audit */
            request_id: string;
        };
        EstimatedTime: {
            provider: string;
            /** @enum {string} */
            tier: "shared" | "dedicated" | "production";
            geographic_region: string;
            /** @description Half of the clusters were faster */
            p50_seconds: number;
            /** @description Nine of ten clusters were faster */
            p90_seconds: number;
            /** @description Clusters measured; 0: a guess */
            samples: number;
        };
        EstimatedTimesResponse: {
            estimates: components["schemas"]["EstimatedTime"][];
            /** @description Whether a host for shared clusters is there already; null for other tiers */
            shared_host_available: boolean | null;
        };
        FirstPaymentResponse: {
            /**
             * Format: uuid
             * @description Record id of the first payment
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /** @description Page of the payment provider; send the customer there */
            checkout_url: string;
            /** Format: date-time */
            created_at: string;
        };
        FoundWorkload: {
            namespace: string;
            /** @enum {string} */
            kind: "Deployment" | "StatefulSet" | "DaemonSet";
            name: string;
            /** @description Of its containers, in their order */
            images: string[];
            /** @description Pods that it is to have; null where nodes decide */
            replicas: number | null;
            ready_replicas: number;
            /** Format: date-time */
            created_at: string | null;
            /** @description What else keeps it, such as a Helm release or an Argo CD application of others; null: nothing that says so */
            managed_by: string | null;
            /**
             * Format: uuid
             * @description The deployment that it was imported as
             */
            deployment_id: string | null;
            /** @description Why it cannot be imported as it is, and what to do */
            obstacle: string | null;
            /** @description What POST /deployments/import takes to make a deployment of it that changes nothing; null with an obstacle */
            import_item: components["schemas"]["WorkloadImportItem"] | null;
        };
        FoundWorkloadsResponse: {
            workloads: components["schemas"]["FoundWorkload"][];
            /** @description False where there are more: ask by namespace */
            complete: boolean;
            /**
             * Format: date-time
             * @description When the cluster was asked
             */
            observed_at: string;
        };
        FreshProof: {
            /** @description The account's password */
            password?: string;
            /** @description The six digits that an authenticator app shows */
            code?: string;
            /** @description One of the recovery codes; it serves once */
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyResponse"];
        };
        HTTPValidationError: {
            /** @description Every fault of the request, at most 100 */
            detail: components["schemas"]["ValidationError"][];
        };
        HealthCheckProbe: {
            /** @description Whether the probe runs */
            enabled?: boolean | null;
            /** @description Kind of probe; detected when unset */
            type?: ("http" | "tcp") | null;
            /** @description HTTP path; detected when unset */
            path?: string | null;
            /** @description Seconds before the first probe */
            initial_delay_seconds?: number | null;
            /** @description Seconds between probes */
            period_seconds?: number | null;
            /** @description Seconds until a probe counts as failed */
            timeout_seconds?: number | null;
            /** @description Failures in a row that count */
            failure_threshold?: number | null;
        };
        HealthCheckProbeResponse: {
            /** @description Whether the probe runs */
            enabled: boolean;
            /** @description Kind of probe; detected when unset */
            type: ("http" | "tcp") | null;
            /** @description HTTP path; detected when unset */
            path: string | null;
            /** @description Seconds before the first probe */
            initial_delay_seconds: number | null;
            /** @description Seconds between probes */
            period_seconds: number | null;
            /** @description Seconds until a probe counts as failed */
            timeout_seconds: number | null;
            /** @description Failures in a row that count */
            failure_threshold: number | null;
        };
        HealthChecksConfig: {
            /** @description Restarts the container when it fails */
            liveness?: components["schemas"]["HealthCheckProbe"] | null;
            /** @description Takes the pod out of the service when it fails */
            readiness?: components["schemas"]["HealthCheckProbe"] | null;
            /** @description Holds the other probes back until it succeeds */
            startup?: components["schemas"]["HealthCheckProbe"] | null;
        };
        HealthChecksConfigResponse: {
            /** @description Restarts the container when it fails */
            liveness: components["schemas"]["HealthCheckProbeResponse"] | null;
            /** @description Takes the pod out of the service when it fails */
            readiness: components["schemas"]["HealthCheckProbeResponse"] | null;
            /** @description Holds the other probes back until it succeeds */
            startup: components["schemas"]["HealthCheckProbeResponse"] | null;
        };
        HealthResponse: {
            /** @constant */
            status: "ok";
        };
        HostClusterCreate: {
            /** @description Lower-case letters, digits and hyphens; unique among the organization's clusters */
            name: string;
            /** @description Cloud provider, as GET /providers lists them */
            provider: string;
            /** @description Region of the provider; changes only through a retry */
            region: string;
            /** @description Wanted Kubernetes version; the newest on offer at creation, later moved by upgrade requests */
            kubernetes_version?: string | null;
            /** @description Machine type of the worker nodes */
            server_type?: string | null;
            /** @description Worker nodes; 3 for production and 1 for dedicated by default */
            node_count?: number | null;
            /** @description Whether the node count follows the load */
            autoscaling_enabled?: boolean | null;
            /** @description Least nodes under autoscaling */
            min_nodes?: number | null;
            /** @description Most nodes under autoscaling */
            max_nodes?: number | null;
            /** @description Datacenters the worker nodes are spread over */
            region_locations?: string[] | null;
            /** @description Whether several locations are used; needs two or more regionLocations */
            multi_region?: boolean | null;
            /** @description Channel of the component bundle; latest by default */
            component_bundle_version?: ("stable" | "latest") | null;
            /** @description How requests come to deployments: by Ingress, by the Gateway API, or by both at once, which is the way from one to the other; ingress when unset, but new clusters made by REST that may have a Gateway of their own get what BERTH_CLUSTER_ROUTING says, gateway by default; an import does where its preflight shows nothing in the way. An imported cluster stays at Ingress while GatewayListens says that the kinds of the Gateway API there are somebody else's. That of a host is that of its shared clusters too, which have none of their own */
            routing?: ("ingress" | "both" | "gateway") | null;
            /**
             * @description dedicated: one control plane; production: three
             * @enum {string}
             */
            tier: "dedicated" | "production";
        };
        ImpersonateRequest: {
            /**
             * Format: uuid
             * @description User to act as
             */
            user_id: string;
            /** @description Why; it is in the audit log */
            reason: string;
        };
        InvitationCreate: {
            /**
             * Format: email
             * @description Who is invited; the account must have this address
             */
            email: string;
            /** @description Role afterwards; member when unset */
            role?: ("owner" | "admin" | "member" | "viewer") | null;
            /** @description Name of who is invited */
            name?: string | null;
        };
        InvitationCreateResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "viewer";
            /** @enum {string} */
            status: "pending" | "accepted" | "declined" | "expired" | "revoked";
            /**
             * Format: uuid
             * @description User who invited
             */
            inviter_id: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
            /** @description Address to pass on, only in this answer; null where it was mailed */
            accept_url: string | null;
        };
        InvitationListResponse: {
            invitations: components["schemas"]["InvitationResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        InvitationPreviewResponse: {
            invited_email_masked: string;
            invited_email: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "declined" | "expired" | "revoked";
            organization_name: string | null;
            invitee_name: string | null;
            inviter_name: string | null;
            trial_credit_eur: number | null;
        };
        InvitationResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "viewer";
            /** @enum {string} */
            status: "pending" | "accepted" | "declined" | "expired" | "revoked";
            /**
             * Format: uuid
             * @description User who invited
             */
            inviter_id: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        InvoiceSettingsResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            company_name: string | null;
            contact_email: string;
            address_line1: string;
            address_line2: string | null;
            city: string;
            postal_code: string;
            country_code: string;
            vat_number: string | null;
            /** @description Whether the tax office knows the number */
            vat_number_verified: boolean;
            /**
             * @description How invoices are taxed; follows from country and verified VAT number
             * @enum {string}
             */
            vat_treatment: "domestic" | "reverse_charge" | "oss" | "outside_scope";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        InvoiceSettingsUpdate: {
            /** @description Name of the company */
            company_name?: string | null;
            /**
             * Format: email
             * @description Where invoices go
             */
            contact_email?: string | null;
            /** @description Street and number */
            address_line1?: string | null;
            /** @description More of the address */
            address_line2?: string | null;
            /** @description City */
            city?: string | null;
            /** @description Postal code */
            postal_code?: string | null;
            /** @description Country (ISO 3166-1 alpha-2) */
            country_code?: string | null;
            /** @description VAT number with its country's prefix; blanks, dots and hyphens are left out */
            vat_number?: string | null;
        };
        IssuedKubeconfigListResponse: {
            kubeconfigs: components["schemas"]["IssuedKubeconfigResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        IssuedKubeconfigResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            cluster_id: string;
            cluster_name: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description The session that it was asked for in, and ends with
             */
            session_id: string | null;
            /**
             * Format: uuid
             * @description The API key that it was asked for with, and ends with
             */
            api_key_id: string | null;
            /** @description The connected application that asked for it; it ends with the consent */
            client_id: string | null;
            /**
             * Format: date-time
             * @description When the last one was handed out
             */
            issued_at: string;
            /**
             * Format: date-time
             * @description When the last of them ends by itself
             */
            expires_at: string;
        };
        KubeconfigResponse: {
            /** @description The file, YAML */
            kubeconfig: string;
            /**
             * Format: date-time
             * @description When its token stops working
             */
            expires_at: string;
            /** Format: uuid */
            cluster_id: string;
        };
        KubernetesEventListResponse: {
            events: components["schemas"]["KubernetesEventResponse"][];
        };
        KubernetesEventResponse: {
            /** @description Normal or Warning */
            type: string;
            /**
             * @description Who tells: the tenant cluster of its objects, or the platform of the deployment itself
             * @enum {string}
             */
            source: "cluster" | "platform";
            reason: string;
            message: string;
            object_kind: string;
            object_name: string;
            /** @description How often it happened */
            count: number;
            /** Format: date-time */
            first_seen_at: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
        };
        LoginRequest: {
            /**
             * Format: email
             * @description E-mail address, compared without regard to case
             */
            email: string;
            /** @description The account's password */
            password: string;
        };
        LoginResponse: {
            user: components["schemas"]["UserResponse"];
            /**
             * Format: date-time
             * @description When the session ends at the latest
             */
            expires_at: string;
        };
        MandateResponse: {
            /** @description The mandate at the payment provider */
            id: string;
            /**
             * @description Only valid ones pay
             * @enum {string}
             */
            status: "valid" | "pending" | "invalid";
            /** @description directdebit, creditcard, paypal or another of the payment provider */
            method: string | null;
            /** @description Name on the card or account */
            holder: string | null;
            /** @description Masked: last four digits of a card or IBAN, first letter and domain of a PayPal address */
            account: string | null;
            /** @description Brand of the card */
            card_label: string | null;
            /** @description Last day of the card, YYYY-MM-DD */
            card_expires_on: string | null;
            /** Format: date-time */
            created_at: string;
        };
        MeResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            email: string;
            name: string;
            avatar_url: string | null;
            /** @description Whether the holder has shown to read this address */
            email_verified: boolean;
            /** @description Member of the platform's own staff */
            is_platform_admin: boolean;
            organizations: components["schemas"]["OrganizationResponse"][];
            /**
             * Format: uuid
             * @description Organization used wherever organization_id is left out
             */
            active_organization_id: string;
            /**
             * Format: uuid
             * @description Platform admin who acts as this user
             */
            impersonated_by: string | null;
            /** @enum {string} */
            auth_method: "session" | "api_key" | "oauth";
        };
        MeUpdate: {
            /**
             * Format: uuid
             * @description Organization used wherever organization_id is left out
             */
            active_organization_id: string;
        };
        MemberListResponse: {
            members: components["schemas"]["MemberResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        MemberResponse: {
            /**
             * Format: uuid
             * @description Record id of the user
             */
            user_id: string;
            email: string;
            name: string;
            avatar_url: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "viewer";
            /** Format: date-time */
            joined_at: string;
        };
        MemberUpdate: {
            /**
             * @description The member's role from now on
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
        };
        MessageResponse: {
            /** @description Sentence for people */
            message: string;
        };
        MetricsHistoryResponse: {
            /**
             * @description unavailable: there are no series
             * @enum {string}
             */
            state: "available" | "unavailable";
            /** @description Why it is unavailable */
            reason: ("NoHistory" | "HistorySilent") | null;
            /** @description What is wrong and what to do next */
            message: string | null;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Between two points; larger than was asked for where there would be too many */
            step_seconds: number;
            series: components["schemas"]["MetricsSeries"][];
        };
        MetricsPoint: {
            /** Format: date-time */
            at: string;
            value: number;
        };
        MetricsSeries: {
            /** @enum {string} */
            metric: "cpu_millicores" | "memory_bytes" | "network_received_bytes_per_second" | "network_sent_bytes_per_second" | "requests_per_second" | "errors_per_second" | "latency_p95_seconds";
            points: components["schemas"]["MetricsPoint"][];
        };
        MollieNotice: {
            /** @description Identifier of a payment at Mollie */
            id: string;
        };
        MonthlyCost: {
            /** @constant */
            currency: "EUR";
            /** @description What nodes and storage come to now; 0.00 for what is not there yet */
            before: string;
            /** @description What they would come to */
            after: string;
            /** @description The difference */
            change: string;
        };
        NodeMetrics: {
            name: string;
            ready: boolean;
            cpu_millicores: components["schemas"]["UsedAmount"];
            memory_bytes: components["schemas"]["UsedAmount"];
            pod_count: number;
            pods_max: number | null;
        };
        NodeResponse: {
            name: string;
            server_type: string | null;
            ready: boolean;
            /** @description Whether new pods may come to it */
            schedulable: boolean;
            kubelet_version: string;
        };
        NodesResponse: {
            nodes: components["schemas"]["NodeResponse"][];
        };
        OAuthClientCreate: {
            /** @description Name that people read before they consent */
            name: string;
            /**
             * @description confidential: keeps a secret on a server; public: runs on people's machines or in browsers
             * @enum {string}
             */
            type: "confidential" | "public";
            /** @description Where people are sent back to */
            redirect_uris: string[];
            /** @description Most that the application may ask for */
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
            /** @description Page about the application */
            client_uri?: string | null;
            /** @description Its logo; shown as a link, never loaded by Berth's pages */
            logo_uri?: string | null;
        };
        OAuthClientListResponse: {
            oauth_clients: components["schemas"]["OAuthClientResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        OAuthClientResponse: {
            /**
             * Format: uuid
             * @description Record id; the client_id of the protocol, unless there is a metadata_url
             */
            client_id: string;
            /**
             * @description Who registered it: a platform admin, itself (RFC 7591), or the document at metadata_url; blocked: such a document that was removed and may not come back
             * @enum {string}
             */
            registration: "admin" | "dynamic" | "document" | "blocked";
            /** @description Where its document lies; then the client_id of the protocol */
            metadata_url: string | null;
            name: string;
            /** @enum {string} */
            type: "confidential" | "public";
            redirect_uris: string[];
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
            client_uri: string | null;
            logo_uri: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OAuthClientSecretResponse: {
            /**
             * Format: uuid
             * @description Record id; the client_id of the protocol, unless there is a metadata_url
             */
            client_id: string;
            /**
             * @description Who registered it: a platform admin, itself (RFC 7591), or the document at metadata_url; blocked: such a document that was removed and may not come back
             * @enum {string}
             */
            registration: "admin" | "dynamic" | "document" | "blocked";
            /** @description Where its document lies; then the client_id of the protocol */
            metadata_url: string | null;
            name: string;
            /** @enum {string} */
            type: "confidential" | "public";
            redirect_uris: string[];
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
            client_uri: string | null;
            logo_uri: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Only in this answer; null for public clients */
            client_secret: string | null;
        };
        OAuthClientUpdate: {
            /** @description Name that people read before they consent */
            name?: string | null;
            /** @description Where people are sent back to */
            redirect_uris?: string[] | null;
            /** @description Most that the application may ask for */
            scopes?: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "databases:read" | "databases:write" | "deployments:read" | "deployments:write" | "exec:read" | "exec:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
            /** @description Page about the application */
            client_uri?: string | null;
            /** @description Its logo; shown as a link, never loaded by Berth's pages */
            logo_uri?: string | null;
        };
        OrganizationCreate: {
            /** @description Display name */
            name: string;
            /** @description https address of a picture; none when null */
            avatar_url?: string | null;
        };
        OrganizationListResponse: {
            organizations: components["schemas"]["OrganizationResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        OrganizationResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            name: string;
            /** @description Name in paths; never changes, never used again */
            slug: string;
            avatar_url: string | null;
            /** @description The platform's own organization */
            is_system: boolean;
            /** @description Made at sign-up for one user */
            is_personal: boolean;
            /** @description Whether members may open shells in pods and tunnels to them */
            exec_enabled: boolean;
            /** @description Whether anybody is told of alerts */
            alerts_enabled: boolean;
            /** @description The caller's role; null without membership */
            current_user_role: ("owner" | "admin" | "member" | "viewer") | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        OrganizationUpdate: {
            /** @description Display name */
            name?: string | null;
            /** @description https address of a picture; none when null */
            avatar_url?: string | null;
            /** @description Whether anybody is told of alerts; false ends those that are open */
            alerts_enabled?: boolean | null;
            /** @description Whether members may open shells in pods and tunnels to them; false ends those that are open */
            exec_enabled?: boolean | null;
        };
        PasskeyFactorCreateResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** @description For navigator.credentials.create(), as JSON */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description PublicKeyCredential.toJSON() of a browser */
        PasskeyResponse: {
            id: string;
            rawId: string;
            /**
             * @description Always public-key
             * @constant
             */
            type: "public-key";
            authenticatorAttachment?: string | null;
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            response: {
                clientDataJSON: string;
                attestationObject?: string;
                authenticatorData?: string;
                signature?: string;
                userHandle?: string | null;
                transports?: string[];
                publicKey?: string;
                publicKeyAlgorithm?: number;
            };
        };
        PasswordChange: {
            /** @description Needed unless the account has none yet */
            current_password?: string | null;
            /** @description At least 12 characters, whichever; refused when it is on a list of common passwords */
            new_password: string;
        };
        PasswordForgotten: {
            /**
             * Format: email
             * @description E-mail address, compared without regard to case
             */
            email: string;
        };
        PasswordReset: {
            /** @description Token of the mail */
            token: string;
            /** @description At least 12 characters, whichever; refused when it is on a list of common passwords */
            new_password: string;
            /** @description Also ends your API keys, connected applications and kubeconfigs */
            end_access?: boolean | null;
        };
        PaymentMethodCreate: {
            /**
             * Format: uuid
             * @description Whose payment method; unset: that of your personal organization
             */
            organization_id?: string | null;
            /** @description How to pay; the checkout lets the customer choose when unset */
            method?: ("applepay" | "bancontact" | "belfius" | "creditcard" | "eps" | "ideal" | "kbc" | "mybank" | "paypal" | "trustly") | null;
            /** @description Where the checkout returns to: a path or an address of this platform; its start page when unset */
            redirect_to?: string | null;
        };
        PaymentMethodResponse: {
            /** Format: uuid */
            organization_id: string;
            /** @description Whether a mandate is valid; a pending one does not count */
            usable: boolean;
            /**
             * @description Of the mandate that is shown; none when there is no mandate
             * @enum {string}
             */
            status: "valid" | "pending" | "invalid" | "none";
            /** @description directdebit, creditcard, paypal or another of the payment provider */
            method: string | null;
            /** @description Name on the card or account */
            holder: string | null;
            /** @description Masked: last four digits of a card or IBAN, first letter and domain of a PayPal address */
            account: string | null;
            /** @description Brand of the card */
            card_label: string | null;
            /** @description Last day of the card, YYYY-MM-DD */
            card_expires_on: string | null;
            /** Format: date-time */
            created_at: string | null;
            /** @description Every mandate of the scope, newest first, at most 1000 */
            mandates: components["schemas"]["MandateResponse"][];
        };
        PendingLoginResponse: {
            /** @description What can be shown */
            methods: ("totp" | "passkey" | "recovery_code")[];
            /** @description For navigator.credentials.get(), as JSON; null without a passkey */
            passkey_options: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When the sign-in has to be begun again
             */
            expires_at: string;
        };
        /** @description Only on dry runs */
        Plan: {
            /** @description Unified diff of the values file */
            values_diff: string;
            /** @description File that would be committed */
            git_path: string | null;
            /** @description Objects on the tenant cluster that would change; kept volumes do not */
            objects: components["schemas"]["PlannedObject"][];
            /** @description False where more may change than can be known before Argo CD renders it; warnings say why */
            objects_complete: boolean;
            /** @description Only for the first sync of an import: what it would change of the objects that live */
            live_objects?: components["schemas"]["PlannedLiveObject"][];
            /** @description What a person should know before doing it */
            warnings: string[];
            /** @description Of creations and changes: what nodes and storage cost in a month at the list prices of today; null where one of them has no price */
            monthly_cost?: components["schemas"]["MonthlyCost"] | null;
        };
        PlannedLiveObject: {
            api_version: string;
            kind: string;
            name: string;
            /** @enum {string} */
            action: "create" | "update" | "none";
            /** @description Whether its pods would be replaced */
            restart: boolean;
            /** @description Members of the live object that would change, by line */
            diff: string;
        };
        PlannedObject: {
            api_version: string;
            kind: string;
            /** @description Null for what has none, and where a manifest names none */
            namespace: string | null;
            name: string;
            /** @enum {string} */
            action: "create" | "update" | "delete";
            /** @description Whether its pods are replaced */
            restart: boolean;
        };
        PlatformClusterListResponse: {
            clusters: components["schemas"]["ClusterResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        PlatformHealthResponse: {
            /**
             * @description current: as it is now; stale: as it was at observed_at, for the operator has told nothing for a minute; unknown: it has never told
             * @enum {string}
             */
            state: "current" | "stale" | "unknown";
            /** @description What is wrong, and what to do; null while current */
            message: string | null;
            /**
             * Format: date-time
             * @description When the operator told the figures
             */
            observed_at: string | null;
            /** @description Queues of the operator; none while unknown */
            queues: components["schemas"]["QueueWork"][];
            commits: components["schemas"]["CommitWork"] | null;
            projection: components["schemas"]["ProjectionWork"] | null;
            /** @description Moments of the last ten minutes, oldest first */
            recent: components["schemas"]["WorkMoment"][];
        };
        PodMetrics: {
            name: string;
            node: string | null;
            /** @description Its containers; a shell opens in the first when none is named */
            containers: string[];
            /** @description Kubernetes' word: Pending, Running or Unknown */
            phase: string;
            ready: boolean;
            cpu_millicores: components["schemas"]["UsedAmount"];
            memory_bytes: components["schemas"]["UsedAmount"];
            /** @description Of its containers, since it began */
            restarts: number;
            /** Format: date-time */
            last_restart_at: string | null;
            /** @description Kubernetes' word, such as OOMKilled or Error */
            last_restart_reason: string | null;
        };
        PreflightFinding: {
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /** @description Stable name of what was found, snake_case */
            code: string;
            /** @description Kind of the object, Component or Cluster */
            kind: string;
            name: string;
            namespace: string | null;
            /** @description Whose it is, as far as labels and annotations say */
            owner: string | null;
            /** @description What was found and what it would do */
            message: string;
            /** @description What to do about it */
            remedy: string;
        };
        PreflightImportRequest: {
            /** @description Where the cluster runs; any provider's identifier */
            provider: string;
            /** @description kubeconfig whose current context has an https server, its certificate authority, and a token or client certificate, all inline; it is used once and then thrown away */
            kubeconfig?: string | null;
            /**
             * Format: uuid
             * @description Instead of a kubeconfig: the credential of the cloud account that has the cluster
             */
            cloud_credential_id?: string | null;
            /** @description Name of the cluster at its provider; needed with cloud_credential_id */
            provider_cluster_id?: string | null;
            /** @description Whether it is a cluster of GKE Autopilot, which some components are left out on */
            is_autopilot?: boolean | null;
            /** @description Components of the bundle that the cluster has of its own, which are left out; when unset those that the preflight finds able to serve */
            own_components?: ("cert-manager" | "cloudnative-pg" | "envoy-gateway" | "external-secrets" | "ingress-nginx" | "metrics-server" | "moco" | "plugin-barman-cloud" | "velero")[] | null;
            /** @description How requests are to come to its deployments; when unset what BERTH_CLUSTER_ROUTING says, gateway by default, or ingress where the preflight finds something in the way of a Gateway alone, and on GKE Autopilot */
            routing?: ("ingress" | "both" | "gateway") | null;
            /**
             * Format: uuid
             * @description Owner; the active organization when unset
             */
            organization_id?: string | null;
        };
        PreflightImportResponse: {
            /** @description Whether nothing of severity error was found */
            ok: boolean;
            /** @description null when the cluster could not be looked at */
            kubernetes_version: string | null;
            node_count: number | null;
            /** @description Components that an import leaves out of the bundle, since the cluster has them of its own */
            own_components: ("cert-manager" | "cloudnative-pg" | "envoy-gateway" | "external-secrets" | "ingress-nginx" | "metrics-server" | "moco" | "plugin-barman-cloud" | "velero")[];
            /**
             * @description How requests would come to its deployments
             * @enum {string}
             */
            routing: "ingress" | "both" | "gateway";
            findings: components["schemas"]["PreflightFinding"][];
            /** Format: date-time */
            checked_at: string;
        };
        PreflightResponse: {
            /**
             * Format: uuid
             * @description The request that it was made for
             */
            upgrade_id: string;
            to_version: string;
            /** @description Whether nothing stood in the way */
            ok: boolean;
            /**
             * Format: date-time
             * @description When the cluster was last looked at
             */
            checked_at: string;
            /** @description Version that the cluster had then */
            kubernetes_version: string | null;
            /** @description Nodes that were looked at */
            node_count: number;
            /** @description What was found, errors first */
            findings: {
                /**
                 * @description error: the upgrade does not begin
                 * @enum {string}
                 */
                severity: "error" | "warning" | "info";
                /** @description Word that programs can match */
                code: string;
                /** @description Kind of the object that it is about */
                kind: string;
                /** @description Name of that object */
                name: string;
                /** @description Namespace of that object */
                namespace: string | null;
                /** @description What was found */
                message: string;
                /** @description What to do about it */
                remedy: string;
            }[];
        };
        PreviewListResponse: {
            previews: components["schemas"]["DeploymentResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        ProjectionWork: {
            /** @description Objects whose newest version REST does not show yet */
            waiting: number;
            /** @description How long the oldest of them has been waiting */
            lag_seconds: number;
        };
        Provider: {
            /** @description Identifier, the value of a cluster's provider */
            id: string;
            /** @description Name for people */
            name: string;
            /** @description Tiers that it carries */
            tiers: ("shared" | "dedicated" | "production")[];
            /** @description Whether this platform is set up for it */
            available: boolean;
            /** @description Why not */
            reason: string | null;
            /** @description Whether clusters can be created there; at the others there is no provisioner for it yet */
            can_create_clusters: boolean;
        };
        ProviderListResponse: {
            providers: components["schemas"]["Provider"][];
        };
        ProviderLoginResponse: {
            /** @description Page of the provider that the browser must open */
            authorization_url: string;
            /** @description What the provider hands back; the cookie of the answer must go with it */
            state: string;
        };
        PublicPort: {
            port: number;
            public_port: number;
            /** @description Where the cluster's Gateway takes connections */
            address: string | null;
        };
        QueueWork: {
            /** @description Kind whose objects it has; Platform for what belongs to none */
            name: string;
            /** @description Objects that wait for their turn */
            waiting: number;
            /** @description Objects that are being worked on */
            working: number;
            /** @description How long the oldest of those that wait has been waiting */
            oldest_seconds: number;
            /**
             * Format: date-time
             * @description Up to when all that changed was looked at; null where nobody says so
             */
            observed_at: string | null;
        };
        ReadyResponse: {
            /** @constant */
            status: "ready";
            dependencies: components["schemas"]["DependencyState"][];
        };
        RecoveryCodesResponse: {
            /** @description Each serves once; only in this answer */
            recovery_codes: string[];
        };
        Region: {
            /** @description Identifier, the value of a cluster's region */
            id: string;
            name: string;
            /** @description ISO 3166-1 alpha-2 */
            country: string;
            geographic_region: string;
            /** @description Whether the region takes new clusters now */
            available: boolean;
            /** @description Why not */
            reason: string | null;
            /** @description Machine types in stock; only with check_availability, at a provider that can be asked */
            server_types: string[] | null;
        };
        RegionListResponse: {
            provider: string;
            regions: components["schemas"]["Region"][];
            /**
             * Format: date-time
             * @description When the provider was asked; only with check_availability, at a provider that can be asked
             */
            checked_at: string | null;
        };
        RegionLocationsUpdate: {
            region_locations: string[];
        };
        RegionUpdate: {
            /** @description Whether clusters can be created there */
            enabled: boolean;
            /** @description Why not; shown to everybody */
            reason?: string | null;
        };
        RegisterRequest: {
            /**
             * Format: email
             * @description E-mail address, compared without regard to case
             */
            email: string;
            /** @description At least 12 characters, whichever; refused when it is on a list of common passwords */
            password: string;
            /** @description Name shown to others */
            name: string;
            /** @description Token of an invitation */
            invitation_token?: string | null;
        };
        RegistrationResponse: {
            /** @description The new user; null while the address is to be verified */
            user: components["schemas"]["UserResponse"] | null;
            /**
             * Format: date-time
             * @description When the session ends at the latest; null without one
             */
            expires_at: string | null;
            /** @description What comes next */
            message: string;
        };
        RegistryCredentialCreatedResponse: {
            /** @description Record id; another one after each regeneration */
            id: string;
            /** @description Host of the registry */
            registry_url: string;
            /** @description What the names of the organization's images begin with */
            repository_prefix: string;
            username: string;
            /** @description Reads the password from standard input */
            docker_login_command: string;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description null = never
             */
            expires_at?: string | null;
            /** @description Only in this answer */
            password: string;
        };
        RegistryCredentialResponse: {
            /** @description Record id; another one after each regeneration */
            id: string;
            /** @description Host of the registry */
            registry_url: string;
            /** @description What the names of the organization's images begin with */
            repository_prefix: string;
            username: string;
            /** @description Reads the password from standard input */
            docker_login_command: string;
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description null = never
             */
            expires_at?: string | null;
        };
        RegistryCredentialStatus: {
            has_credentials: boolean;
            /** @description null when there are none */
            credentials: components["schemas"]["RegistryCredentialResponse"] | null;
        };
        RevisionDetailResponse: {
            /** @description Number of the revision; the first is 1 */
            revision: number;
            /** @description Commit of the delivery repository that was observed to hold it */
            commit: string;
            /** @description Generation of the custom resource */
            generation: number;
            /** @description Id of the user; null for changes made with kubectl */
            author: string | null;
            /** @description Request that made it */
            request_id: string | null;
            message: string;
            /**
             * Format: date-time
             * @description When it was committed
             */
            created_at: string;
            /** @description Values file; null when it cannot be rendered any more */
            values_yaml: string | null;
            /** @description Revision that it is compared with; null for the oldest one */
            compared_to: number | null;
            /** @description Unified diff of the values file, from compared_to to this one */
            values_diff: string;
        };
        RevisionListResponse: {
            revisions: components["schemas"]["RevisionResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        RevisionResponse: {
            /** @description Number of the revision; the first is 1 */
            revision: number;
            /** @description Commit of the delivery repository that was observed to hold it */
            commit: string;
            /** @description Generation of the custom resource */
            generation: number;
            /** @description Id of the user; null for changes made with kubectl */
            author: string | null;
            /** @description Request that made it */
            request_id: string | null;
            message: string;
            /**
             * Format: date-time
             * @description When it was committed
             */
            created_at: string;
        };
        RollbackRequest: {
            /** @description Revision whose configuration comes back */
            revision: number;
        };
        RunCreateRequest: {
            /** @description Replaces the image's entry point, and the deployment's command and arguments */
            command?: string[] | null;
            /** @description Arguments; alone they replace the deployment's, and its command stays */
            args?: string[] | null;
            /** @description It is ended and failed after this time; 3600 when unset, of a job its run_timeout_seconds */
            timeout_seconds?: number | null;
            /** @description How long after its end it is shown, with its pod and log; 86400 when unset */
            keep_seconds?: number | null;
        };
        RunListResponse: {
            runs: components["schemas"]["RunResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        RunResponse: {
            /**
             * Format: uuid
             * @description Id of the run
             */
            id: string;
            /** Format: uuid */
            deployment_id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description Who started it; null where it was not started by REST
             */
            user_id: string | null;
            /**
             * @description Why it began: asked for, a release command, or a schedule
             * @enum {string}
             */
            trigger: "request" | "release" | "schedule";
            /** @enum {string} */
            status: "pending" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description CamelCase reason of the status: DeadlineExceeded, OOMKilled, ImagePullBackOff, Unschedulable … */
            status_reason: string | null;
            /** @description Of its command, of several tries the last; null until the run has ended, and where that was never seen */
            exit_code: number | null;
            image: string | null;
            /** @description Null: the image's entry point */
            command: string[] | null;
            /** @description Null: the image's own */
            args: string[] | null;
            /** @description Its pod, while that is there */
            pod: string | null;
            timeout_seconds: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When its command began, of several tries the first
             */
            started_at: string | null;
            /** Format: date-time */
            finished_at: string | null;
            /** @description From its begin to its end, or to now */
            duration_seconds: number | null;
            /**
             * Format: date-time
             * @description When it is shown no more
             */
            expires_at: string | null;
        };
        SecondFactorConfirmResponse: {
            message: string;
            /** @description Each serves once; only in this answer */
            recovery_codes: string[] | null;
        };
        SecondFactorConfirmation: {
            /** @description The six digits that an authenticator app shows */
            code?: string;
            passkey?: components["schemas"]["PasskeyResponse"];
        };
        SecondFactorCreate: {
            /** @description Name that tells it from others */
            name: string;
        };
        SecondFactorListResponse: {
            second_factors: components["schemas"]["SecondFactorResponse"][];
            recovery_codes_left: number;
        };
        SecondFactorProof: {
            /** @description The six digits that an authenticator app shows */
            code?: string;
            /** @description One of the recovery codes; it serves once */
            recovery_code?: string;
            passkey?: components["schemas"]["PasskeyResponse"];
        };
        SecondFactorResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** @enum {string} */
            type: "totp" | "passkey";
            name: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
        };
        SecretCreate: {
            /** @description Name by which secret_ref means it; unique in its scope */
            name: string;
            /** @description The value, at most 64 KiB of UTF-8 */
            value: string;
            /**
             * Format: uuid
             * @description Deployment that the secret belongs to
             */
            deployment_id?: string | null;
            /**
             * Format: uuid
             * @description Organization that the secret belongs to; the active one when unset
             */
            organization_id?: string | null;
        };
        SecretListResponse: {
            secrets: components["schemas"]["SecretResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        SecretReplace: {
            /** @description The value, at most 64 KiB of UTF-8 */
            value: string;
        };
        SecretResponse: {
            name: string;
            /** @description Path in the secret store */
            key: string;
            /** Format: uuid */
            deployment_id: string | null;
            /** Format: uuid */
            database_id: string | null;
            /** Format: uuid */
            organization_id: string | null;
            /** @description Number of the newest value; the first is 1 */
            version: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ServerType: {
            /** @description Identifier, the value of a cluster's server_type */
            id: string;
            /** @description Cores */
            cpu: number;
            /** @description Memory, MB */
            memory_mb: number;
            /** @description EUR, as a decimal string; without a region the lowest of all */
            price_per_month: string;
            /** @description Whether it is in stock; without a region: in any */
            available: boolean;
        };
        ServerTypeListResponse: {
            server_types: components["schemas"]["ServerType"][];
        };
        ServerTypeUpdate: {
            server_type: string;
        };
        SessionListResponse: {
            sessions: components["schemas"]["SessionResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        SessionResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** @description The session of this request */
            is_current: boolean;
            user_agent: string | null;
            ip: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SleepSchedule: {
            /** @description When it falls asleep: a cron line of one time and days of the week, such as 0 20 * * MON-FRI */
            stop_schedule: string;
            /** @description When it wakes, in the same form, such as 0 8 * * MON-FRI */
            start_schedule: string;
            /** @description Time zone of both, such as Europe/Berlin; UTC when unset */
            time_zone?: string | null;
        };
        SleepScheduleResponse: {
            /** @description When it falls asleep: a cron line of one time and days of the week, such as 0 20 * * MON-FRI */
            stop_schedule: string;
            /** @description When it wakes, in the same form, such as 0 8 * * MON-FRI */
            start_schedule: string;
            /** @description Time zone of both, such as Europe/Berlin; UTC when unset */
            time_zone: string | null;
        };
        StoragePricingResponse: {
            provider: string;
            /** @constant */
            currency: "EUR";
            /** @description Price of a GB of block storage a month */
            price_per_gb_month: string;
            /**
             * @description static: a dated table, for providers without an interface
             * @enum {string}
             */
            source: "api" | "static";
            /**
             * Format: date-time
             * @description When the provider said so; the day of the table of a static price
             */
            fetched_at: string;
            /** @description Older than an hour, because the provider does not answer */
            stale: boolean;
        };
        TotpFactorCreateResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** @description For typing, base32; only in this answer */
            secret: string;
            /** @description For a QR code; only in this answer */
            otpauth_uri: string;
        };
        UpgradeListResponse: {
            upgrades: components["schemas"]["UpgradeRequestResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        UpgradeRequestCreate: {
            /** @description A newer patch of the cluster's minor, or the next minor; without a patch the newest on offer */
            to_version: string;
            /** @description For whoever approves */
            upgrade_notes?: string | null;
        };
        UpgradeRequestResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            cluster_id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: uuid
             * @description Who asked for it
             */
            user_id: string;
            /** @description Version of the cluster when it was asked for */
            from_version: string;
            to_version: string;
            /** @enum {string} */
            status: "pending" | "approved" | "scheduled" | "preflight" | "in_progress" | "completed" | "failed" | "rejected" | "cancelled" | "deleting";
            /** @description CamelCase reason of the status */
            status_reason: string | null;
            /** @description What is in the way and what to do next */
            error_message: string | null;
            conditions: components["schemas"]["Condition"][];
            /** @description Step under way, or the one that it stopped at */
            step: string | null;
            /** @description What the last look before the upgrade found */
            preflight: {
                /**
                 * Format: date-time
                 * @description When the cluster was last looked at
                 */
                checked_at: string;
                /** @description Version that the cluster had then */
                kubernetes_version: string | null;
                /** @description Nodes that were looked at */
                node_count: number;
                /** @description What was found, errors first */
                findings: {
                    /**
                     * @description error: the upgrade does not begin
                     * @enum {string}
                     */
                    severity: "error" | "warning" | "info";
                    /** @description Word that programs can match */
                    code: string;
                    /** @description Kind of the object that it is about */
                    kind: string;
                    /** @description Name of that object */
                    name: string;
                    /** @description Namespace of that object */
                    namespace: string | null;
                    /** @description What was found */
                    message: string;
                    /** @description What to do about it */
                    remedy: string;
                }[];
            } | null;
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            approved_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, well or not
             */
            completed_at: string | null;
            upgrade_notes: string | null;
            /** Format: date-time */
            scheduled_date: string | null;
            /** @description Whether the platform made the request */
            is_auto_scheduled: boolean;
            /**
             * Format: date-time
             * @description When the status was last observed
             */
            observed_at: string | null;
        };
        UpgradeSchedule: {
            /**
             * Format: date-time
             * @description When to begin; null: as soon as it is approved
             */
            scheduled_date: string | null;
        };
        UsageResponse: {
            /**
             * Format: date
             * @description First day, in UTC
             */
            from: string;
            /**
             * Format: date
             * @description Day after the last one, in UTC
             */
            to: string;
            /** @enum {string} */
            group_by: "resource" | "day" | "cluster" | "kind";
            /** @constant */
            currency: "EUR";
            rows: components["schemas"]["UsageRow"][];
            /** @description Sum of all rows; its cost is of those that have a price */
            total: {
                /** @description CPU cores that were asked for, times the hours that they were */
                cpu_core_hours: number;
                /** @description Memory that was asked for, in units of 1,024 MB */
                memory_gb_hours: number;
                /** @description Storage that was asked for */
                storage_gb_hours: number;
                /** @description Worker nodes that clusters asked for */
                node_hours: number;
                /** @description What nodes and storage come to, at the list prices of today; null where one of them has no price */
                cost: string | null;
            };
            /** @description Whether something had no price: a shared cluster, one that was not made here */
            unpriced: boolean;
            asked_now: {
                /** @description CPU cores that deployments and databases ask for now */
                cpu: number | null;
                /** @description MB of memory that deployments and databases ask for now */
                memory_mb: number | null;
                /** @description GB of storage that deployments and databases ask for now */
                storage_gb: number | null;
            };
            limits: {
                /** @description Most CPU cores that they may ask for; null = no limit */
                cpu: number | null;
                /** @description Most MB of memory that they may ask for; null = no limit */
                memory_mb: number | null;
                /** @description Most GB of storage that they may ask for; null = no limit */
                storage_gb: number | null;
            };
        };
        UsageRow: {
            /**
             * Format: date
             * @description Day in UTC; only when grouped by it
             */
            day: string | null;
            kind: ("Cluster" | "Deployment" | "DatabaseInstance") | null;
            /**
             * Format: uuid
             * @description Record id; it may be gone by now
             */
            resource_id: string | null;
            /** @description Name that the resource had last */
            name: string | null;
            /** Format: uuid */
            cluster_id: string | null;
            cluster_name: string | null;
            /** @description CPU cores that were asked for, times the hours that they were */
            cpu_core_hours: number;
            /** @description Memory that was asked for, in units of 1,024 MB */
            memory_gb_hours: number;
            /** @description Storage that was asked for */
            storage_gb_hours: number;
            /** @description Worker nodes that clusters asked for */
            node_hours: number;
            /** @description What nodes and storage come to, at the list prices of today; null where one of them has no price */
            cost: string | null;
        };
        /** @description Thousandths of a processor, or bytes of memory that the kernel cannot take back (working set) */
        UsedAmount: {
            /** @description Null where nothing was measured (yet) */
            used: number | null;
            /** @description What is kept free for it: the requests of its containers */
            requested: number;
            /** @description Most that it gets: the limits of its containers, null where one has none; of nodes what pods get */
            limit: number | null;
        };
        UserResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            email: string;
            name: string;
            avatar_url: string | null;
            /** @description Whether the holder has shown to read this address */
            email_verified: boolean;
            /** @description Member of the platform's own staff */
            is_platform_admin: boolean;
        };
        ValidationError: {
            /** @description Kind of the fault, in pydantic's words */
            type: string;
            /** @description path, query, header or body, then the way to the value */
            loc: (string | number)[];
            /** @description Sentence for people */
            msg: string;
            input?: unknown;
            /** @description Values of the sentence */
            ctx?: {
                [key: string]: unknown;
            };
        };
        VolumeConfig: {
            /** @description Absolute mount path */
            path: string;
            /** @description Size in GB; can grow, never shrink */
            sizeGb?: number | null;
            /** @description What the volume is for */
            purpose?: string | null;
        };
        VolumeConfigResponse: {
            /** @description Absolute mount path */
            path: string;
            /** @description Size in GB; can grow, never shrink */
            sizeGb: number;
            /** @description What the volume is for */
            purpose: string | null;
        };
        WebhookCreate: {
            /** @description Where deliveries are posted; https, unless the platform's operator allows private addresses */
            url: string;
            /** @description What it is for */
            description?: string | null;
            /** @description Kinds of resources whose changes are delivered, and Alert: beginnings and ends of alerts; all when null */
            kinds?: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Alert")[] | null;
            /** @description Whether changes are delivered */
            enabled?: boolean | null;
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description Record id; the header Berth-Delivery and the body's delivery_id
             */
            id: string;
            /** Format: uuid */
            webhook_id: string;
            /** @description null for a test */
            kind: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Alert") | null;
            /**
             * Format: uuid
             * @description Of the resource, or the alert
             */
            resource_id: string | null;
            /**
             * @description started and ended: of an alert
             * @enum {string}
             */
            type: "created" | "updated" | "deleted" | "started" | "ended" | "test";
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description What the last attempt was answered */
            response_status: number | null;
            /** @description Why the last attempt failed */
            error: string | null;
            /** @description How long the last attempt took */
            duration_ms: number | null;
            /**
             * Format: date-time
             * @description null once it is over
             */
            next_attempt_at: string | null;
            /** Format: date-time */
            last_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        WebhookDeliveryListResponse: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        WebhookListResponse: {
            webhooks: components["schemas"]["WebhookResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        WebhookResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            url: string;
            description: string | null;
            /** @description null = all */
            kinds: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Alert")[] | null;
            enabled: boolean;
            /** @description Why the platform switched it off */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description First failure since the last delivery that succeeded
             */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookSecretResponse: {
            /**
             * Format: uuid
             * @description Record id
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            url: string;
            description: string | null;
            /** @description null = all */
            kinds: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Alert")[] | null;
            enabled: boolean;
            /** @description Why the platform switched it off */
            disabled_reason: string | null;
            /**
             * Format: date-time
             * @description First failure since the last delivery that succeeded
             */
            failing_since: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Key of the signatures; only in this answer */
            secret: string;
        };
        WebhookUpdate: {
            /** @description Where deliveries are posted; https, unless the platform's operator allows private addresses */
            url?: string | null;
            /** @description What it is for */
            description?: string | null;
            /** @description Kinds of resources whose changes are delivered, and Alert: beginnings and ends of alerts; all when null */
            kinds?: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Alert")[] | null;
            /** @description Whether changes are delivered */
            enabled?: boolean | null;
        };
        WorkMoment: {
            /** Format: date-time */
            at: string;
            /** @description Objects that waited for their turn, of all queues */
            waiting: number;
            /** @description Objects whose content waited for a commit */
            commits_waiting: number;
            /** @description Greatest delay of the projection since the moment before */
            lag_seconds: number;
        };
        WorkloadImportFailure: {
            /** @description Place of the item in the request, from 0 */
            index: number;
            name: string;
            namespace: string;
            /** @description value_error, or the code of the error */
            code: string;
            /** @description What is wrong with the item, with the member's name, and what to do */
            error: string;
        } & {
            [key: string]: unknown;
        };
        WorkloadImportItem: {
            /** @description Name of the live workload, or of the Helm release */
            name: string;
            /** @description Namespace of the live workload */
            namespace: string;
            /** @description Kind of the live workload */
            kind: string;
            /** @description ServiceAccount of the pods */
            service_account_name?: string | null;
            /** @description Manifest taken over verbatim */
            manifest_yaml?: string | null;
            /** @description Members merged into the pod spec */
            extra_pod_spec_yaml?: string | null;
            /** @description Members merged into the container */
            extra_container_spec_yaml?: string | null;
            /** @description Selector of the live workload */
            selector_match_labels?: {
                [key: string]: string;
            } | null;
            /** @description Labels of the live pods */
            pod_template_labels?: {
                [key: string]: string;
            } | null;
            /** @description container when unset */
            app_type?: ("web_app" | "api" | "database" | "static_site" | "container" | "helm") | null;
            /** @description Name of the deployment, unique in its cluster; that of the workload when unset */
            display_name?: string | null;
            /** @description Container image, such as nginx:1.29 */
            docker_image?: string | null;
            /** @description Name of the chart */
            helm_chart_name?: string | null;
            /** @description Version of the chart */
            helm_chart_version?: string | null;
            /** @description Helm repository, https or oci, without user information */
            helm_repo_url?: string | null;
            /** @description Values of the chart, a YAML map */
            custom_values_yaml?: string | null;
            /** @description CPU cores requested per pod */
            cpu_request?: number | null;
            /** @description Memory requested per pod, MB */
            memory_request_mb?: number | null;
            /** @description Number of pods; 1 by default */
            replicas?: number | null;
            /** @description Port that the application listens on */
            container_port?: number | null;
            /** @description Entrypoint of the container */
            command?: string[] | null;
            /** @description Arguments of the entrypoint */
            args?: string[] | null;
        };
        WorkloadImportRequest: {
            /** @description Workloads that run on the cluster already */
            workloads: components["schemas"]["WorkloadImportItem"][];
        };
        WorkloadImportResponse: {
            /** @description The new deployments, in the order of the request; with ?wait those that their cluster refuses are failed, with status_reason WorkloadRefused */
            imported: components["schemas"]["DeploymentResponse"][];
            failed: components["schemas"]["WorkloadImportFailure"][];
            total_imported: number;
            total_failed: number;
        };
        WorkloadMetricsResponse: {
            /**
             * @description unavailable: nothing was measured, and used is null everywhere; the rest is true
             * @enum {string}
             */
            state: "available" | "unavailable";
            /** @description Why it is unavailable */
            reason: ("NoMetricsApi" | "MetricsApiSilent" | "NotAllowed" | "NotReadInTime") | null;
            /** @description What is wrong and what to do next */
            message: string | null;
            /** @description Nodes are simulated, and so is what is used */
            simulated: boolean;
            /**
             * Format: date-time
             * @description When the newest of the numbers was measured
             */
            measured_at: string | null;
            /**
             * Format: date-time
             * @description When the cluster was asked
             */
            observed_at: string;
            cpu_millicores: components["schemas"]["UsedAmount"];
            memory_bytes: components["schemas"]["UsedAmount"];
            /** @description Of the pods that are there */
            restarts: number;
            pod_count: number;
            /** @description Its pods by name, 200 at most; not those that ended */
            pods: components["schemas"]["PodMetrics"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The new user, and the session cookie is set; or neither, and a mail is on its way */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistrationResponse"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The user; the session cookie is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out; the cookie is cleared */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You and your organizations */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeUpdate"];
            };
        };
        responses: {
            /** @description You and your organizations */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordForgotten"];
            };
        };
        responses: {
            /** @description The mail is queued */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is queued */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            /** @description Verified */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    getPendingLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can be shown */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingLoginResponse"];
                };
            };
        };
    };
    finishLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorProof"];
            };
        };
        responses: {
            /** @description The user; the session cookie is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    startProof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can be shown besides the password */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingLoginResponse"];
                };
            };
        };
    };
    proveAgain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FreshProof"];
            };
        };
        responses: {
            /** @description Proven */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listSecondFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, the oldest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorListResponse"];
                };
            };
        };
    };
    addTotpFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCreate"];
            };
        };
        responses: {
            /** @description What the app needs */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpFactorCreateResponse"];
                };
            };
        };
    };
    addPasskeyFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorCreate"];
            };
        };
        responses: {
            /** @description What the browser needs */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyFactorCreateResponse"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the second factor */
                factor_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorConfirmation"];
            };
        };
        responses: {
            /** @description It counts; recovery_codes is null when there are some already */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorConfirmResponse"];
                };
            };
        };
    };
    deleteSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the second factor */
                factor_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new ones */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListResponse"];
                };
            };
        };
    };
    deleteOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the session */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    impersonate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImpersonateRequest"];
            };
        };
        responses: {
            /** @description The user you act as; the session cookie is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    stopImpersonating: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You; the session cookie is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    listKubeconfigs: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What still opens a cluster, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKubeconfigListResponse"];
                };
            };
        };
    };
    deleteKubeconfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the entry */
                kubeconfig_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are being taken back */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listAuthProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every provider that is configured */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthProvidersResponse"];
                };
            };
        };
    };
    startProviderLogin: {
        parameters: {
            query?: {
                /** @description Where a browser goes once signed in: a path, or an address of the platform itself */
                redirect_to?: string;
            };
            header?: never;
            path: {
                /** @description id of GET /auth/providers */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to go; the cookie of the login is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderLoginResponse"];
                };
            };
            /** @description The same for a client that prefers HTML */
            302: {
                headers: {
                    /** @description Where to go */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishProviderLogin: {
        parameters: {
            query?: {
                /** @description What the provider gives for tokens, once */
                code?: string;
                /** @description What the login gave to the provider */
                state?: string;
                /** @description Issuer that says to have answered (RFC 9207) */
                iss?: string;
                /** @description Why the provider refuses, such as access_denied */
                error?: string;
                /** @description The provider's words; not shown */
                error_description?: string;
            };
            header?: never;
            path: {
                /** @description id of GET /auth/providers */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user; the session cookie is set */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description The same for a client that prefers HTML */
            302: {
                headers: {
                    /** @description Where to go */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your keys, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyListResponse"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["APIKeyCreate"];
            };
        };
        responses: {
            /** @description The key */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyCreateResponse"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the key */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the key */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyResponse"];
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the key */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["APIKeyUpdate"];
            };
        };
        responses: {
            /** @description The changed key */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyResponse"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the key */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key with its new secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyCreateResponse"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Start of the name */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organizations you are a member of, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationListResponse"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationCreate"];
            };
        };
        responses: {
            /** @description The organization */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description The changed organization */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberListResponse"];
                };
            };
        };
    };
    getMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the member */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the member */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership has ended */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the member */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Only what this user did */
                actor_user_id?: string;
                /** @description Only this operation, by its operationId */
                action?: string;
                /** @description Only things of this kind */
                target_kind?: string;
                /** @description Only this thing */
                target_id?: string;
                /** @description Only with this outcome */
                outcome?: "attempted" | "succeeded" | "refused" | "failed" | "superseded" | "unknown";
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditListResponse"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    getOrganizationUsage: {
        parameters: {
            query?: {
                /** @description First day, in UTC; the first of this month when unset */
                from?: string;
                /** @description Day after the last one, in UTC; tomorrow when unset */
                to?: string;
                /** @description What each row is of; resource when unset */
                group_by?: "resource" | "day" | "cluster" | "kind";
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageResponse"];
                    "text/csv": string;
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invitations, newest first, ended ones too */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationListResponse"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationCreate"];
            };
        };
        responses: {
            /** @description The invitation */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationCreateResponse"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the invitation */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its address answers like one that never was */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Token of the invitation */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the invitation is about */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreviewResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Token of the invitation */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization, which you are a member of */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
        };
    };
    declineInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Token of the invitation */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Declined */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    getInvoiceSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                org_slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice settings */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceSettingsResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateInvoiceSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                org_slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceSettingsUpdate"];
            };
        };
        responses: {
            /** @description The changed invoice settings */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceSettingsResponse"];
                };
            };
        };
    };
    getPaymentMethod: {
        parameters: {
            query?: {
                /** @description Whose payment method; unset: that of your personal organization */
                organization_id?: string;
            };
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment method, masked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethodResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    addPaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentMethodCreate"];
            };
        };
        responses: {
            /** @description The first payment and its checkout */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstPaymentResponse"];
                };
            };
        };
    };
    removePaymentMethod: {
        parameters: {
            query?: {
                /** @description Whose payment method; unset: that of your personal organization */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nothing is left to pay with */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    receiveMollieNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["MollieNotice"];
            };
        };
        responses: {
            /** @description Heard */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderListResponse"];
                };
            };
        };
    };
    listRegions: {
        parameters: {
            query?: {
                /** @description Asks the provider now; false when unset */
                check_availability?: boolean;
            };
            header?: never;
            path: {
                /** @description Identifier of the provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its regions */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegionListResponse"];
                };
            };
        };
    };
    listServerTypes: {
        parameters: {
            query?: {
                /** @description Only what this region offers */
                region?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its machine types */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerTypeListResponse"];
                };
            };
        };
    };
    getStoragePricing: {
        parameters: {
            query?: {
                /** @description Region; providers with one price answer it for each; without it, the usual price */
                region?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the provider */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoragePricingResponse"];
                };
            };
        };
    };
    listCloudCredentials: {
        parameters: {
            query?: {
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization's credentials, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloudCredentialListResponse"];
                };
            };
        };
    };
    createCloudCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloudCredentialCreate"];
            };
        };
        responses: {
            /** @description The credential, without its token */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloudCredentialResponse"];
                };
            };
        };
    };
    deleteCloudCredential: {
        parameters: {
            query?: {
                /** @description Organization; the active one when unset */
                organization_id?: string;
            };
            header?: never;
            path: {
                /** @description Record id of the credential */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential as it was */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloudCredentialResponse"];
                };
            };
        };
    };
    listClusters: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Start of the name */
                q?: string;
                /** @description Only clusters in this status */
                status?: "pending" | "provisioning" | "registering" | "running" | "updating" | "upgrading" | "degraded" | "error" | "deleting";
                /** @description Only clusters at this provider */
                provider?: string;
                /** @description Only clusters of this tier */
                tier?: "shared" | "dedicated" | "production";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clusters, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterListResponse"];
                };
            };
        };
    };
    createCluster: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClusterCreate"];
            };
        };
        responses: {
            /** @description The cluster, pending unless it was waited for */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    getEstimatedTimes: {
        parameters: {
            query?: {
                /** @description Only this provider */
                provider?: string;
                /** @description Only this tier */
                tier?: "shared" | "dedicated" | "production";
                /** @description Only this part of the world */
                geographic_region?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The estimates */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EstimatedTimesResponse"];
                };
            };
        };
    };
    getCluster: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cluster */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteCluster: {
        parameters: {
            query?: {
                /** @description Deletes its deployments and databases too */
                cascade?: boolean;
                /** @description Gives up an unreachable cluster */
                force?: boolean;
                /** @description Removes the component bundle from an imported cluster */
                remove_bundle?: boolean;
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletion has begun */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
        };
    };
    getClusterKubeconfig: {
        parameters: {
            query?: {
                /** @description Seconds that it works; 8 hours when unset */
                ttl?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kubeconfig */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KubeconfigResponse"];
                    "application/yaml": string;
                };
            };
        };
    };
    updateComponentBundle: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComponentBundleUpdate"];
            };
        };
        responses: {
            /** @description The cluster; updating until it is as asked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    getClusterBundle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The components */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterBundleResponse"];
                };
            };
        };
    };
    updateAutoscaling: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoscalingUpdate"];
            };
        };
        responses: {
            /** @description The cluster; updating until it is as asked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    updateRegionLocations: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegionLocationsUpdate"];
            };
        };
        responses: {
            /** @description The cluster; updating until it is as asked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    updateServerType: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerTypeUpdate"];
            };
        };
        responses: {
            /** @description The cluster; updating until it is as asked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    retryServerType: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cluster; updating until it is as asked */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    retryCluster: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClusterRetry"];
            };
        };
        responses: {
            /** @description The cluster, pending again */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    preflightImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreflightImportRequest"];
            };
        };
        responses: {
            /** @description What was found, the gravest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightImportResponse"];
                };
            };
        };
    };
    importCluster: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClusterImport"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description The cluster, pending unless it was waited for */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    requestUpgrade: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpgradeRequestCreate"];
            };
        };
        responses: {
            /** @description The request, pending */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
        };
    };
    listUpgrades: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgrade requests, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeListResponse"];
                };
            };
        };
    };
    listUpgradeRequests: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Only requests for this cluster */
                cluster_id?: string;
                /** @description Only requests in this status */
                status?: "pending" | "approved" | "scheduled" | "preflight" | "in_progress" | "completed" | "failed" | "rejected" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Upgrade requests, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeListResponse"];
                };
            };
        };
    };
    getUpgrade: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the upgrade request */
                upgrade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    approveUpgrade: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the upgrade request */
                upgrade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
        };
    };
    rejectUpgrade: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the upgrade request */
                upgrade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
        };
    };
    cancelUpgrade: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the upgrade request */
                upgrade_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
        };
    };
    scheduleUpgrade: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the upgrade request */
                upgrade_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpgradeSchedule"];
            };
        };
        responses: {
            /** @description The request */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradeRequestResponse"];
                };
            };
        };
    };
    getClusterPreflight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightResponse"];
                };
            };
        };
    };
    listClusterNodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The nodes, by name */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodesResponse"];
                };
            };
        };
    };
    listClusterWorkloads: {
        parameters: {
            query?: {
                /** @description Only what runs in this namespace */
                namespace?: string;
            };
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workloads */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundWorkloadsResponse"];
                };
            };
        };
    };
    listDeployments: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Start of the name */
                q?: string;
                /** @description Only deployments on this cluster */
                cluster_id?: string;
                /** @description Only deployments in this status */
                status?: "pending" | "provisioning" | "promoting" | "running" | "stopped" | "failed" | "error" | "migrating" | "deleting";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deployments, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentListResponse"];
                };
            };
        };
    };
    createDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentCreate"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description The deployment, pending unless it was waited for; a dry run answers 200 */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    getDeployment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteDeployment: {
        parameters: {
            query?: {
                /** @description Deletes its volumes too */
                delete_volumes?: boolean;
                /** @description Keeps the secrets that belong to it alone */
                keep_secrets?: boolean;
                /** @description Gives up what an unreachable cluster still holds; needs role admin */
                force?: boolean;
                /** @description Leaves the workload running */
                orphan?: boolean;
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletion has begun */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
        };
    };
    updateDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentUpdate"];
            };
        };
        responses: {
            /** @description The changed deployment */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    getDeploymentValues: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values file as it is delivered */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/yaml": string;
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    stopDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment; its status is stopped once the pods are gone */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    startDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment; provisioning until its pods are healthy */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    restartDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment; provisioning until its new pods are healthy */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    syncDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment; provisioning until it was seen synced and healthy */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    renewDeploymentCertificate: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deployment; CertificateRenewed is False until the newer certificate is there */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    listDeploymentRevisions: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revisions, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionListResponse"];
                };
            };
        };
    };
    getDeploymentRevision: {
        parameters: {
            query?: {
                /** @description Revision to compare with; the one before when unset */
                compare_to?: number;
            };
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
                /** @description Number of the revision */
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionDetailResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rollbackDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description The deployment with the earlier configuration */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    promoteDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the source */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentPromotionRequest"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentPromotionResponse"];
                };
            };
            /** @description The promotion has begun; a dry run answers 200 */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentPromotionResponse"];
                };
            };
        };
    };
    listDeploymentPreviews: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Previews, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewListResponse"];
                };
            };
        };
    };
    createDeploymentPreview: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentPreviewRequest"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description The preview; a dry run answers 200 */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    extendDeployment: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
                /** @description What wait waits for: settled, the default; or reachable, until its public address was seen to answer after this change. Without such an address, or where nobody asks it, that is when it has settled */
                wait_for?: "settled" | "reachable";
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentExtendRequest"];
            };
        };
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
        };
    };
    importWorkloads: {
        parameters: {
            query: {
                /** @description Cluster that they run on */
                cluster_id: string;
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkloadImportRequest"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadImportResponse"];
                };
            };
            /** @description What was imported and what was not; a dry run answers 200 with a plan in each deployment */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadImportResponse"];
                };
            };
        };
    };
    getDeploymentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status chain */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentStatusResponse"];
                };
            };
        };
    };
    listDeploymentEvents: {
        parameters: {
            query?: {
                /** @description Most events; 100 when unset */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KubernetesEventListResponse"];
                };
            };
        };
    };
    streamDeploymentLogs: {
        parameters: {
            query?: {
                /** @description Goes on with what is logged from now on */
                follow?: boolean;
                /** @description Only this container */
                container?: string;
                /** @description Only this pod */
                pod?: string;
                /** @description The log of this run instead; followed it ends with the run */
                run?: string;
                /** @description Only what is younger: 90s, 15m, 2h, 1d; seconds without a unit; or a time such as 2026-01-31T12:00:00Z. Of kept lines a day before until when unset */
                since?: string;
                /** @description Only what is older, in the same way; at most 31 days after since. Reads kept lines */
                until?: string;
                /** @description Only lines with this text somewhere in them, in small or large letters. Reads kept lines */
                q?: string;
                /** @description Reads kept lines, also those of pods that are gone */
                history?: boolean;
                /** @description Most lines of each container to begin with; 200 when since is unset too. Of kept lines the most in all, 200 when unset */
                tail?: number;
                /** @description Begins each line with its time */
                timestamps?: boolean;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines, as they come */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/event-stream": string;
                };
            };
        };
    };
    listDeploymentRuns: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Only runs in this status */
                status?: "pending" | "running" | "succeeded" | "failed" | "cancelled";
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Runs, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunListResponse"];
                };
            };
        };
    };
    createDeploymentRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCreateRequest"];
            };
        };
        responses: {
            /** @description The run, pending */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
        };
    };
    getDeploymentRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
                /** @description Id of the run */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run as its cluster shows it now */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelDeploymentRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
                /** @description Id of the run */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunResponse"];
                };
            };
        };
    };
    execInDeployment: {
        parameters: {
            query?: {
                /** @description The command and its arguments, as JSON without spaces between them: ["ls","-l"]; ["sh"] when unset */
                command?: string;
                /** @description Pod; the newest one that is ready when unset */
                pod?: string;
                /** @description Container of the pod; its first when unset */
                container?: string;
                /** @description Gives the command a terminal */
                tty?: boolean;
                /** @description Whether the command gets input; yes when unset */
                stdin?: boolean;
                /** @description Runs it in a container of the platform's debug image beside the container, whose processes and network it sees: for images without a shell. It is never root and has no volumes; all that was run in it ends with the WebSocket, and the pod lists it until the pod goes */
                debug?: boolean;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WebSocket */
            101: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forwardDeploymentPort: {
        parameters: {
            query?: {
                /** @description Port of the pod; the deployment's container_port when unset */
                port?: number;
                /** @description Pod; the newest one that is ready when unset */
                pod?: string;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WebSocket */
            101: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forwardDatabasePort: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WebSocket */
            101: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDatabases: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Start of the name */
                q?: string;
                /** @description Only databases on this cluster */
                cluster_id?: string;
                /** @description Only databases in this status */
                status?: "pending" | "provisioning" | "running" | "degraded" | "upgrading" | "error" | "deleting";
                /** @description Only databases of this engine */
                engine?: "postgresql" | "mysql";
                /** @description Only databases of this tier */
                tier?: "single" | "ha" | "replicated";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Databases, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseListResponse"];
                };
            };
        };
    };
    createDatabase: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseCreate"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
            /** @description The database, pending unless it was waited for; a dry run answers 200 */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
        };
    };
    getDatabase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteDatabase: {
        parameters: {
            query?: {
                /** @description Makes one last backup first, and keeps it */
                final_backup?: boolean;
                /** @description Gives up what an unreachable cluster still holds; needs role admin */
                force?: boolean;
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletion has begun */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
        };
    };
    updateDatabase: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseUpdate"];
            };
        };
        responses: {
            /** @description The changed database */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
        };
    };
    getDatabaseConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Host, port, user, database and Secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseConnection"];
                };
            };
        };
    };
    listDatabaseBackups: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Only backups in this status */
                status?: "pending" | "running" | "completed" | "failed" | "deleting";
            };
            header?: never;
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Backups, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseBackupListResponse"];
                };
            };
        };
    };
    createDatabaseBackup: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackupCreateRequest"];
            };
        };
        responses: {
            /** @description The backup, pending unless it was waited for */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseBackupResponse"];
                };
            };
        };
    };
    getDatabaseBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
                /** @description Record id of the backup */
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backup */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseBackupResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteDatabaseBackup: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
                /** @description Record id of the backup */
                backup_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deletion has begun */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
        };
    };
    restoreDatabase: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseRestore"];
            };
        };
        responses: {
            /** @description Dry run: the would-be resource and its plan */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
            /** @description The new database, pending unless it was waited for; a dry run answers 200 */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
        };
    };
    promoteDatabase: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The database; promoted is true */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseResponse"];
                };
            };
        };
    };
    rotateDatabaseCredentials: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new password is stored */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseCredentials"];
                };
            };
        };
    };
    getDeploymentMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, and each pod */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadMetricsResponse"];
                };
            };
        };
    };
    getDatabaseMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, and each pod */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkloadMetricsResponse"];
                };
            };
        };
    };
    getClusterMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sums, and each node */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterMetricsResponse"];
                };
            };
        };
    };
    getDeploymentMetricsHistory: {
        parameters: {
            query?: {
                /** @description First point; an hour before to when unset */
                from?: string;
                /** @description Last point; now when unset */
                to?: string;
                /** @description Seconds between points; about 120 points when unset */
                step?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A series for each metric that is kept */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsHistoryResponse"];
                };
            };
        };
    };
    getDatabaseMetricsHistory: {
        parameters: {
            query?: {
                /** @description First point; an hour before to when unset */
                from?: string;
                /** @description Last point; now when unset */
                to?: string;
                /** @description Seconds between points; about 120 points when unset */
                step?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A series for each metric that is kept */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsHistoryResponse"];
                };
            };
        };
    };
    getClusterMetricsHistory: {
        parameters: {
            query?: {
                /** @description First point; an hour before to when unset */
                from?: string;
                /** @description Last point; now when unset */
                to?: string;
                /** @description Seconds between points; about 120 points when unset */
                step?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A series for each metric that is kept */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsHistoryResponse"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Organization; the active one when unset */
                organization_id?: string;
                /** @description Only open or ended ones */
                state?: "open" | "ended";
                /** @description Only those about this kind */
                kind?: "Deployment" | "DatabaseInstance";
                /** @description Only those about this resource */
                resource_id?: string;
                /** @description Only those on this cluster */
                cluster_id?: string;
                /** @description Only those of this rule */
                rule?: "not_healthy" | "restarts" | "memory" | "error_rate" | "latency" | "certificate" | "backup";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alerts, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertListResponse"];
                };
            };
        };
    };
    getDeploymentAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules as they hold */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentAlertRules"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDeploymentAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the deployment */
                deployment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeploymentAlertRulesUpdate"];
            };
        };
        responses: {
            /** @description The rules as they hold now */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeploymentAlertRules"];
                };
            };
        };
    };
    getDatabaseAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules as they hold */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseAlertRules"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDatabaseAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Record id of the database */
                database_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DatabaseAlertRulesUpdate"];
            };
        };
        responses: {
            /** @description The rules as they hold now */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatabaseAlertRules"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: {
                /** @description Deployment that the secret belongs to */
                deployment_id?: string;
                /** @description Organization that the secret belongs to; the active one when unset */
                organization_id?: string;
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Secrets, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretListResponse"];
                };
            };
        };
    };
    createSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretCreate"];
            };
        };
        responses: {
            /** @description The secret, without its value */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
        };
    };
    getSecret: {
        parameters: {
            query?: {
                /** @description Deployment that the secret belongs to */
                deployment_id?: string;
                /** @description Organization that the secret belongs to; the active one when unset */
                organization_id?: string;
            };
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Name of the secret */
                secret_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, without its value */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    replaceSecret: {
        parameters: {
            query?: {
                /** @description Deployment that the secret belongs to */
                deployment_id?: string;
                /** @description Organization that the secret belongs to; the active one when unset */
                organization_id?: string;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the secret */
                secret_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretReplace"];
            };
        };
        responses: {
            /** @description The secret with its new version */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: {
                /** @description Deployment that the secret belongs to */
                deployment_id?: string;
                /** @description Organization that the secret belongs to; the active one when unset */
                organization_id?: string;
            };
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Name of the secret */
                secret_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret as it was */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
        };
    };
    getRegistryCredentials: {
        parameters: {
            query?: {
                /** @description Organization; the active one when unset */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Never with the password */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryCredentialStatus"];
                };
            };
        };
    };
    regenerateRegistryCredentials: {
        parameters: {
            query?: {
                /** @description Organization; the active one when unset */
                organization_id?: string;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credentials, with the password */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegistryCredentialCreatedResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization's webhooks, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The webhook and its secret */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, without its secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The changed webhook */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued delivery */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook and its new secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path: {
                /** @description Slug of the organization */
                slug: string;
                /** @description Record id of the webhook */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryListResponse"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Kind; all when unset */
                kind?: "Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup" | "Member" | "Invitation" | "ApiKey" | "Webhook" | "Secret" | "RegistryCredential";
                /** @description Record id of one resource */
                id?: string;
                /** @description Organization; all of yours when unset */
                organization_id?: string;
                /** @description As Last-Event-ID, which wins */
                cursor?: string;
            };
            header?: {
                /** @description id of the last event that was received; what came after it is sent */
                "Last-Event-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; the schema is that of an event's data */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ChangeEvent"];
                };
            };
        };
    };
    listConnectedApplications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, the newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectedAppListResponse"];
                };
            };
        };
    };
    disconnectApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The application's client_id */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is disconnected */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listOauthClients: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Applications, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientListResponse"];
                };
            };
        };
    };
    createOauthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthClientCreate"];
            };
        };
        responses: {
            /** @description The application and its secret */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientSecretResponse"];
                };
            };
        };
    };
    getOauthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the resource still has this ETag */
                "If-None-Match"?: string;
            };
            path: {
                /** @description client_id of the application */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application, without its secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientResponse"];
                };
            };
            /** @description The resource still has the ETag of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteOauthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description client_id of the application */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application as it was */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientResponse"];
                };
            };
        };
    };
    updateOauthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description client_id of the application */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthClientUpdate"];
            };
        };
        responses: {
            /** @description The changed application */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientResponse"];
                };
            };
        };
    };
    rotateOauthClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description client_id of the application */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application with its new secret */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClientSecretResponse"];
                };
            };
        };
    };
    listAllOrganizations: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Start of the name */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organizations, newest first; deleted ones are left out */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOrganizationListResponse"];
                };
            };
        };
    };
    setOrganizationLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Refuses with 412 when the resource changed since this ETag */
                "If-Match"?: string;
            };
            path: {
                /** @description Slug of the organization */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminOrganizationUpdate"];
            };
        };
        responses: {
            /** @description The changed organization */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    /** @description Version of the resource */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminOrganizationResponse"];
                };
            };
        };
    };
    setRegion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the provider */
                provider: string;
                /** @description Identifier of the region */
                region: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegionUpdate"];
            };
        };
        responses: {
            /** @description The region as it is listed now */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Region"];
                };
            };
        };
    };
    listPlatformClusters: {
        parameters: {
            query?: {
                /** @description Most items on this page; 50 when unset */
                limit?: number;
                /** @description next_cursor of the page before; opaque */
                cursor?: string;
                /** @description Whether the answer carries total */
                count?: boolean;
                /** @description Start of the name */
                q?: string;
                /** @description Only clusters in this status */
                status?: "pending" | "provisioning" | "registering" | "running" | "updating" | "upgrading" | "degraded" | "error" | "deleting";
                /** @description Only clusters at this provider */
                provider?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Clusters, newest first */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformClusterListResponse"];
                };
            };
        };
    };
    createHostCluster: {
        parameters: {
            query?: {
                /** @description Checks everything, writes nothing, answers the would-be resource and a plan */
                dry_run?: boolean;
                /** @description Seconds to wait for the resource to settle before answering */
                wait?: number;
            };
            header?: {
                /** @description Repeats with the same key and body within 24 h get the first answer */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostClusterCreate"];
            };
        };
        responses: {
            /** @description The host, pending unless it was waited for */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
        };
    };
    getPlatformKubeconfig: {
        parameters: {
            query?: {
                /** @description Seconds that it works; 8 hours when unset */
                ttl?: number;
            };
            header?: never;
            path: {
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kubeconfig */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KubeconfigResponse"];
                    "application/yaml": string;
                };
            };
        };
    };
    getPlatformHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, and how old they are */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformHealthResponse"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every dependency is up */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
        };
    };
}
