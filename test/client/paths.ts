// Generated from api/openapi.json by make generate; do not edit.
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
         * Create an account and sign in
         * @description Makes the user and a personal organization, and sets the session cookie.
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
         * @description Open to everyone.
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
         * @description Ends every session of the account, and verifies its address.
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
         * @description Open to everyone.
         */
        post: operations["verifyEmail"];
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
         * @description The full key is in this answer only. A key made with another key cannot do more than that key.
         *
         *     Needs scope api-keys:write of an API key that has scopes.
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
         * @description Scopes never change: create a new key instead.
         *
         *     Needs scope api-keys:write of an API key that has scopes.
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
         * @description The old secret stops working at once; the new one is in this answer only. All else of the key stays.
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
         * Change name or picture of an organization
         * @description Needs role admin or higher and scope organizations:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - send at least one of name and avatar_url
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
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Everyone may leave; to remove another one takes the role admin, to remove an owner the role owner. API keys that are limited to the organization are revoked.
         *
         *     Needs role viewer or higher and scope organizations:write of an API key that has scopes.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Only owners make owners and change the role of one. The last owner keeps the role.
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
         * @description Valid for 7 days. Only owners invite owners. It is mailed; where the platform sends no mail, the answer carries the address to pass on, once.
         *
         *     Needs role admin or higher and scope organizations:write of an API key that has scopes.
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
         * @description Full access to the cluster. Each one is entered in the audit log; leaving the organization revokes it. Hosts and the management cluster answer 403 to platform admins: theirs is GET /admin/clusters/{cluster_id}/kubeconfig.
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
         * @description Looks at the cluster and changes nothing there: it reads, and asks what the credential may do. Lists definitions, operators, webhooks, roles, classes and namespaces that the component bundle would collide with, and whose they are. The credential is not kept. Ten times an hour for each organization, imports included.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - give either kubeconfig, or cloud_credential_id together with provider_cluster_id
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
         * @description Runs the preflight first and refuses with its findings when one is of severity error; a platform admin may override that, which is entered in the audit log with the user's id. The given credential goes to the secret store, is swapped for a service account of the platform's own, and is then removed. The cluster is of the tier dedicated; its nodes and version stay the customer's to manage, and deleting it only detaches it.
         *
         *     Needs role admin or higher and scope clusters:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - give either kubeconfig, or cloud_credential_id together with provider_cluster_id
         *     - acknowledge_bundle_install must be true: the component bundle is installed onto the cluster
         */
        post: operations["importCluster"];
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
         * @description Needs role member or higher and scope deployments:write of an API key that has scopes.
         *
         *     Rules between members:
         *     - app_type helm needs helm_repo_url and helm_chart_name
         *     - docker_image is needed for every app_type but helm
         *     - every environment variable has exactly one of value and secret_ref
         *     - names of environment variables must be unique
         *     - additional_ports must be unique by port and protocol
         *     - names of additional_ports must be unique
         *     - a port name has at least one letter, no double hyphen, and is not http, the name of the main port
         *     - additional_ports must not repeat container_port
         *     - paths of volumes must be unique
         *     - storage_size_gb is the size of /data when there are no volumes: send one of the two
         *     - more than one replica cannot share volumes; use app_type database or one replica
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
         * @description Members that are sent replace those of the deployment as a whole, null unsets them, others stay. Delivery goes on in the background.
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
         * @description Commits its files again and has them applied now: what failed is tried again, what was changed on the cluster by hand is put back, and a workload that was staged for import is taken over.
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
         * @description Makes a new revision with the configuration of an earlier one. Its name stays, and whether it is stopped; volumes that have grown keep their size. Image automation waits (image_updates_held) until docker_image or an image_update_* member is sent in a change.
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
         * @description Makes a deployment on another cluster of the same organization with the configuration of this one and your overrides. No data moves: its volumes begin empty, and custom_domain stays with the source. Secrets of its own are copied in the secret store. The source is untouched, whatever becomes of the promotion, and is deleted only when asked, once the new one runs.
         *
         *     Needs role member or higher and scope deployments:write of an API key that has scopes.
         */
        post: operations["promoteDeployment"];
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
         * @description Tells how far the newest change has come: accepted, rendered, committed, synced, healthy. Only what was observed counts; what nobody has observed for five minutes is unknown.
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
         * List what Kubernetes says of a deployment's objects
         * @description Events of its pods and other objects on the tenant cluster, which keeps them for about an hour.
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
         * @description Each line begins with its pod and container. With follow=true the stream goes on, also over restarts and new pods, until you leave, your access ends or the deployment is gone; an empty line each 15 s says that it lives. With Accept: text/event-stream each line is an event (`line`) with pod, container, at and text as JSON, and the end says why. At most 20 pods; lines are cut at 16,384 characters. A reader that is too slow slows the source down; nothing is dropped.
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
         * @description Each change of a resource is posted as JSON (a ChangeEvent with delivery_id), signed in Berth-Signature:
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
         *     go on with its id. The id of an event resumes on any gateway: send it as Last-Event-ID, or as cursor where a client
         *     cannot. A comment and the newest id come every 15 seconds without an event. A stream ends when its credential does;
         *     a client that does not read is cut off and may resume. A key with scopes sees the kinds that it may read.
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
         *     refresh tokens that rotate. Its metadata (RFC 8414) is at /.well-known/oauth-authorization-server/oauth. There is
         *     no dynamic registration. Only where BERTH_PUBLIC_URL is set can people connect applications.
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
         * @description Every grant and token that it was given stops working at once.
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
         * @description 503 with the same list of dependencies when one that is needed is down.
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
        /**
         * @example {
         *       "name": "ci",
         *       "scopes": [
         *         "deployments:write"
         *       ],
         *       "expires_at": null
         *     }
         */
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
            scopes?: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
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
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
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
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
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
        /**
         * @example {
         *       "description": "Used by the nightly build"
         *     }
         */
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
        };
        AdditionalPortResponse: {
            /** @description Port number on pod and service */
            port: number;
            /** @description Port name; port-<number> by default */
            name: string | null;
            /** @description TCP when unset */
            protocol: ("TCP" | "UDP") | null;
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
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "quotas": {
         *         "clusters": 10
         *       }
         *     }
         */
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
            } | null;
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
            /** @description session, api_key, oauth, service or anonymous */
            principal: string;
            /**
             * Format: uuid
             * @description User who acted
             */
            actor_user_id: string | null;
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
        /**
         * @example {
         *       "autoscaling_enabled": true,
         *       "min_nodes": 1,
         *       "max_nodes": 5
         *     }
         */
        AutoscalingUpdate: {
            /** @description Whether the node count follows the load */
            autoscaling_enabled: boolean;
            /** @description Least nodes */
            min_nodes: number;
            /** @description Most nodes */
            max_nodes: number;
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
        ChangeEvent: {
            /** @enum {string} */
            kind: "Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup";
            /**
             * Format: uuid
             * @description Record id of the resource
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /** @enum {string} */
            type: "created" | "updated" | "deleted";
            /**
             * Format: date-time
             * @description When the platform saw the change
             */
            at: string;
            /** @description The resource as a read shows it now; null when it is gone or has no route of its own */
            resource: (components["schemas"]["ClusterResponse"] | components["schemas"]["DeploymentResponse"]) | null;
        };
        /**
         * @example {
         *       "name": "our own account",
         *       "provider": "hetzner",
         *       "token": "the token of a Hetzner project"
         *     }
         */
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
        /**
         * @example {
         *       "name": "demo",
         *       "provider": "local",
         *       "region": "local-1",
         *       "tier": "shared"
         *     }
         */
        ClusterCreate: {
            /** @description DNS label, unique among the organization's clusters */
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
            /**
             * Format: uuid
             * @description Customer's own cloud credential
             */
            cloud_credential_id?: string | null;
        };
        /**
         * @example {
         *       "name": "our-own",
         *       "provider": "gke",
         *       "region": "europe-west4",
         *       "acknowledge_bundle_install": true,
         *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
         *       "provider_cluster_id": "prod"
         *     }
         */
        ClusterImport: {
            /** @description DNS label, unique among the organization's clusters */
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
        /**
         * @example {
         *       "region": "local-2"
         *     }
         */
        ClusterRetry: {
            /** @description Region of the provider; changes only through a retry */
            region: string;
            server_type?: string | null;
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
        /**
         * @example {
         *       "name": "shop",
         *       "cluster_id": "01970000-0000-7000-8000-000000000001",
         *       "app_type": "web_app",
         *       "docker_image": "nginx:1.29",
         *       "replicas": 2,
         *       "container_port": 80
         *     }
         */
        DeploymentCreate: {
            /** @description DNS label, unique in its cluster */
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
            /** @description Port that the ingress and the service route to */
            container_port?: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb?: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables?: components["schemas"]["EnvironmentVariable"][] | null;
            /** @description Container image */
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
            /**
             * @description What kind of application this is
             * @enum {string}
             */
            app_type: "web_app" | "api" | "database" | "static_site" | "container" | "helm";
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
        DeploymentListResponse: {
            deployments: components["schemas"]["DeploymentResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
        };
        /**
         * @example {
         *       "target_cluster_id": "01970000-0000-7000-8000-000000000001",
         *       "overrides": {
         *         "replicas": 3
         *       }
         *     }
         */
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
            /** @description Port that the ingress and the service route to */
            container_port: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables: components["schemas"]["EnvironmentVariableResponse"][] | null;
            /** @description Container image */
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
            app_type: "web_app" | "api" | "database" | "static_site" | "container" | "helm";
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
            /** @description Newer images wait since a rollback */
            image_updates_held: boolean;
            /** Format: uuid */
            promoted_from: string | null;
            /** Format: uuid */
            promoted_to: string | null;
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
        /**
         * @example {
         *       "replicas": 3,
         *       "environment_variables": [
         *         {
         *           "name": "LOG_LEVEL",
         *           "value": "info"
         *         }
         *       ],
         *       "health_checks": {}
         *     }
         */
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
            /** @description Port that the ingress and the service route to */
            container_port?: number | null;
            /** @description Size of /data when volumes is empty */
            storage_size_gb?: number | null;
            /** @description Environment of the container, replaced as a whole */
            environment_variables?: components["schemas"]["EnvironmentVariable"][] | null;
            /** @description Container image */
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
        };
        /**
         * @example {
         *       "token": "a-token"
         *     }
         */
        EmailVerification: {
            /** @description Token of the mail */
            token: string;
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
             * @example 01970000-0000-7000-8000-000000000001
             */
            id: string;
            /** Format: uuid */
            organization_id: string;
            /**
             * @description Page of the payment provider; send the customer there
             * @example https://www.mollie.com/checkout/select-method/7UhSN1zuXS
             */
            checkout_url: string;
            /** Format: date-time */
            created_at: string;
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
        /**
         * @example {
         *       "name": "host-1",
         *       "provider": "local",
         *       "region": "local-1",
         *       "tier": "dedicated",
         *       "node_count": 3
         *     }
         */
        HostClusterCreate: {
            /** @description DNS label, unique among the organization's clusters */
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
            /**
             * @description dedicated: one control plane; production: three
             * @enum {string}
             */
            tier: "dedicated" | "production";
        };
        /**
         * @example {
         *       "user_id": "01970000-0000-7000-8000-000000000003",
         *       "reason": "Ticket 4711: cannot see the cluster"
         *     }
         */
        ImpersonateRequest: {
            /**
             * Format: uuid
             * @description User to act as
             */
            user_id: string;
            /** @description Why; it is in the audit log */
            reason: string;
        };
        /**
         * @example {
         *       "email": "grace@example.org",
         *       "role": "member"
         *     }
         */
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
        /**
         * @example {
         *       "company_name": "Harbour Works B.V.",
         *       "contact_email": "invoices@example.org",
         *       "address_line1": "Kade 1",
         *       "city": "Rotterdam",
         *       "postal_code": "3011 AA",
         *       "country_code": "NL"
         *     }
         */
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
        /**
         * @example {
         *       "email": "ada@example.org",
         *       "password": "correct horse battery"
         *     }
         */
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
            /**
             * @description The mandate at the payment provider
             * @example mdt_h3gAaD5zP
             */
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
        /**
         * @example {
         *       "active_organization_id": "01970000-0000-7000-8000-000000000002"
         *     }
         */
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
        /**
         * @example {
         *       "role": "admin"
         *     }
         */
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
        /**
         * @example {
         *       "id": "tr_7UhSN1zuXS"
         *     }
         */
        MollieNotice: {
            /** @description Identifier of a payment at Mollie */
            id: string;
        };
        /**
         * @example {
         *       "name": "Harbour master",
         *       "type": "confidential",
         *       "redirect_uris": [
         *         "https://harbour.example.org/callback"
         *       ],
         *       "scopes": [
         *         "deployments:read"
         *       ]
         *     }
         */
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
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
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
             * @description Record id; the client_id of the protocol
             */
            client_id: string;
            name: string;
            /** @enum {string} */
            type: "confidential" | "public";
            redirect_uris: string[];
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
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
             * @description Record id; the client_id of the protocol
             */
            client_id: string;
            name: string;
            /** @enum {string} */
            type: "confidential" | "public";
            redirect_uris: string[];
            scopes: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[];
            client_uri: string | null;
            logo_uri: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Only in this answer; null for public clients */
            client_secret: string | null;
        };
        /**
         * @example {
         *       "scopes": [
         *         "deployments:read",
         *         "deployments:write"
         *       ]
         *     }
         */
        OAuthClientUpdate: {
            /** @description Name that people read before they consent */
            name?: string | null;
            /** @description Where people are sent back to */
            redirect_uris?: string[] | null;
            /** @description Most that the application may ask for */
            scopes?: ("api-keys:read" | "api-keys:write" | "billing:read" | "billing:write" | "cloud-credentials:read" | "cloud-credentials:write" | "clusters:read" | "clusters:write" | "connected-applications:read" | "connected-applications:write" | "deployments:read" | "deployments:write" | "organizations:read" | "organizations:write" | "providers:read" | "providers:write" | "registry:read" | "registry:write" | "secrets:read" | "secrets:write" | "webhooks:read" | "webhooks:write")[] | null;
            /** @description Page about the application */
            client_uri?: string | null;
            /** @description Its logo; shown as a link, never loaded by Berth's pages */
            logo_uri?: string | null;
        };
        /**
         * @example {
         *       "name": "Harbour Works"
         *     }
         */
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
            /** @description The caller's role; null without membership */
            current_user_role: ("owner" | "admin" | "member" | "viewer") | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /**
         * @example {
         *       "name": "Harbour Works Ltd"
         *     }
         */
        OrganizationUpdate: {
            /** @description Display name */
            name?: string | null;
            /** @description https address of a picture; none when null */
            avatar_url?: string | null;
        };
        /**
         * @example {
         *       "current_password": "correct horse battery",
         *       "new_password": "staple battery horse"
         *     }
         */
        PasswordChange: {
            /** @description Needed unless the account has none yet */
            current_password?: string | null;
            /** @description At least 8 characters */
            new_password: string;
        };
        /**
         * @example {
         *       "email": "ada@example.org"
         *     }
         */
        PasswordForgotten: {
            /**
             * Format: email
             * @description E-mail address, compared without regard to case
             */
            email: string;
        };
        /**
         * @example {
         *       "token": "a-token",
         *       "new_password": "staple battery horse"
         *     }
         */
        PasswordReset: {
            /** @description Token of the mail */
            token: string;
            /** @description At least 8 characters */
            new_password: string;
        };
        /**
         * @example {
         *       "method": "creditcard",
         *       "redirect_to": "/billing"
         *     }
         */
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
        /** @description Only on dry runs */
        Plan: {
            /** @description Unified diff of the values file */
            values_diff: string;
            /** @description File that would be committed */
            git_path: string | null;
            /** @description What a person should know before doing it */
            warnings: string[];
        };
        PlatformClusterListResponse: {
            clusters: components["schemas"]["ClusterResponse"][];
            /** @description Cursor of the next page; null on the last one */
            next_cursor: string | null;
            /** @description Number of all items; only with count=true */
            total?: number;
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
        /**
         * @example {
         *       "provider": "gke",
         *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
         *       "provider_cluster_id": "prod"
         *     }
         */
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
            findings: components["schemas"]["PreflightFinding"][];
            /** Format: date-time */
            checked_at: string;
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
        ReadyResponse: {
            /** @constant */
            status: "ready";
            dependencies: components["schemas"]["DependencyState"][];
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
        /**
         * @example {
         *       "region_locations": [
         *         "fsn1",
         *         "nbg1"
         *       ]
         *     }
         */
        RegionLocationsUpdate: {
            region_locations: string[];
        };
        /**
         * @example {
         *       "enabled": false,
         *       "reason": "Moving to another data centre"
         *     }
         */
        RegionUpdate: {
            /** @description Whether clusters can be created there */
            enabled: boolean;
            /** @description Why not; shown to everybody */
            reason?: string | null;
        };
        /**
         * @example {
         *       "email": "ada@example.org",
         *       "password": "correct horse battery",
         *       "name": "Ada"
         *     }
         */
        RegisterRequest: {
            /**
             * Format: email
             * @description E-mail address, compared without regard to case
             */
            email: string;
            /** @description At least 8 characters */
            password: string;
            /** @description Name shown to others */
            name: string;
            /** @description Token of an invitation */
            invitation_token?: string | null;
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
        /**
         * @example {
         *       "revision": 3
         *     }
         */
        RollbackRequest: {
            /** @description Revision whose configuration comes back */
            revision: number;
        };
        /**
         * @example {
         *       "name": "DATABASE_PASSWORD",
         *       "value": "correct horse"
         *     }
         */
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
        /**
         * @example {
         *       "value": "battery staple"
         *     }
         */
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
            /**
             * @description EUR, as a decimal string; without a region the lowest of all
             * @example 4.50
             */
            price_per_month: string;
            /** @description Whether it is in stock; without a region: in any */
            available: boolean;
        };
        ServerTypeListResponse: {
            server_types: components["schemas"]["ServerType"][];
        };
        /**
         * @example {
         *       "server_type": "medium"
         *     }
         */
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
        StoragePricingResponse: {
            provider: string;
            /** @constant */
            currency: "EUR";
            /**
             * @description Price of a GB of block storage a month
             * @example 0.0440
             */
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
        /**
         * @example {
         *       "url": "https://ci.example.org/berth",
         *       "kinds": [
         *         "Deployment"
         *       ]
         *     }
         */
        WebhookCreate: {
            /** @description Where deliveries are posted; https, unless the platform's operator allows private addresses */
            url: string;
            /** @description What it is for */
            description?: string | null;
            /** @description Kinds of resources whose changes are delivered; all when null */
            kinds?: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup")[] | null;
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
            kind: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup") | null;
            /** Format: uuid */
            resource_id: string | null;
            /** @enum {string} */
            type: "created" | "updated" | "deleted" | "test";
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
            kinds: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup")[] | null;
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
            kinds: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup")[] | null;
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
        /**
         * @example {
         *       "enabled": true
         *     }
         */
        WebhookUpdate: {
            /** @description Where deliveries are posted; https, unless the platform's operator allows private addresses */
            url?: string | null;
            /** @description What it is for */
            description?: string | null;
            /** @description Kinds of resources whose changes are delivered; all when null */
            kinds?: ("Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup")[] | null;
            /** @description Whether changes are delivered */
            enabled?: boolean | null;
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
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery",
                 *       "name": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The new user; the session cookie is set */
            201: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01970000-0000-7000-8000-000000000001",
                     *         "email": "ada@example.org",
                     *         "name": "Ada",
                     *         "avatar_url": null,
                     *         "email_verified": false,
                     *         "is_platform_admin": false
                     *       },
                     *       "expires_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /**
             * @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             *
             *     `registration_closed`: Registration is closed; ask for an invitation.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused" | "registration_closed";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `email_taken`: An account with this e-mail exists; sign in instead. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "email_taken";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "correct horse battery"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01970000-0000-7000-8000-000000000001",
                     *         "email": "ada@example.org",
                     *         "name": "Ada",
                     *         "avatar_url": null,
                     *         "email_verified": false,
                     *         "is_platform_admin": false
                     *       },
                     *       "expires_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "email": "ada@example.org",
                     *       "name": "Ada",
                     *       "avatar_url": null,
                     *       "email_verified": false,
                     *       "is_platform_admin": false,
                     *       "organizations": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "Ada",
                     *           "slug": "acme",
                     *           "avatar_url": null,
                     *           "is_system": false,
                     *           "is_personal": false,
                     *           "current_user_role": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "active_organization_id": "01970000-0000-7000-8000-000000000002",
                     *       "impersonated_by": null,
                     *       "auth_method": "session"
                     *     }
                     */
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "active_organization_id": "01970000-0000-7000-8000-000000000002"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "email": "ada@example.org",
                     *       "name": "Ada",
                     *       "avatar_url": null,
                     *       "email_verified": false,
                     *       "is_platform_admin": false,
                     *       "organizations": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "Ada",
                     *           "slug": "acme",
                     *           "avatar_url": null,
                     *           "is_system": false,
                     *           "is_personal": false,
                     *           "current_user_role": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "active_organization_id": "01970000-0000-7000-8000-000000000002",
                     *       "impersonated_by": null,
                     *       "auth_method": "session"
                     *     }
                     */
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "current_password": "correct horse battery",
                 *       "new_password": "staple battery horse"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "email": "ada@example.org"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description `mail_not_configured`: This platform sends no mail; ask its operator. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "mail_not_configured";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "token": "a-token",
                 *       "new_password": "staple battery horse"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `mail_not_configured`: This platform sends no mail; ask its operator.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "mail_not_configured";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "token": "a-token"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "is_current": false,
                     *           "user_agent": null,
                     *           "ip": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "last_used_at": "2026-01-02T03:04:05Z",
                     *           "expires_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SessionListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "user_id": "01970000-0000-7000-8000-000000000003",
                 *       "reason": "Ticket 4711: cannot see the cluster"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01970000-0000-7000-8000-000000000001",
                     *         "email": "ada@example.org",
                     *         "name": "Ada",
                     *         "avatar_url": null,
                     *         "email_verified": false,
                     *         "is_platform_admin": false
                     *       },
                     *       "expires_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01970000-0000-7000-8000-000000000001",
                     *         "email": "ada@example.org",
                     *         "name": "Ada",
                     *         "avatar_url": null,
                     *         "email_verified": false,
                     *         "is_platform_admin": false
                     *       },
                     *       "expires_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_impersonating`: This session does not impersonate anyone. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_impersonating";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "id",
                     *           "name": "Ada",
                     *           "type": "oauth"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuthProvidersResponse"];
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
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
                    /**
                     * @example {
                     *       "authorization_url": "authorization-url",
                     *       "state": "state"
                     *     }
                     */
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
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /** @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01970000-0000-7000-8000-000000000001",
                     *         "email": "ada@example.org",
                     *         "name": "Ada",
                     *         "avatar_url": null,
                     *         "email_verified": false,
                     *         "is_platform_admin": false
                     *       },
                     *       "expires_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /**
             * @description `login_refused`: This login cannot be finished; start it again.
             *
             *     `registration_closed`: Registration is closed; ask for an invitation.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "login_refused" | "registration_closed";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "api_keys": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "ci",
                     *           "description": "Used by the nightly build",
                     *           "key_prefix": "brt_",
                     *           "scopes": null,
                     *           "organization_id": null,
                     *           "expires_at": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "is_active": false,
                     *           "last_used_at": null,
                     *           "last_used_ip": null,
                     *           "revoked_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["APIKeyListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "ci",
                 *       "scopes": [
                 *         "deployments:write"
                 *       ],
                 *       "expires_at": null
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "ci",
                     *       "description": "Used by the nightly build",
                     *       "key_prefix": "brt_",
                     *       "scopes": null,
                     *       "organization_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "key": "brt_"
                     *     }
                     */
                    "application/json": components["schemas"]["APIKeyCreateResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "quota_exceeded" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "ci",
                     *       "description": "Used by the nightly build",
                     *       "key_prefix": "brt_",
                     *       "scopes": null,
                     *       "organization_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "is_active": false,
                     *       "last_used_at": null,
                     *       "last_used_ip": null,
                     *       "revoked_at": null
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "ci",
                     *       "description": "Used by the nightly build",
                     *       "key_prefix": "brt_",
                     *       "scopes": null,
                     *       "organization_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "is_active": false,
                     *       "last_used_at": null,
                     *       "last_used_ip": null,
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["APIKeyResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "description": "Used by the nightly build"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "ci",
                     *       "description": "Used by the nightly build",
                     *       "key_prefix": "brt_",
                     *       "scopes": null,
                     *       "organization_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "is_active": false,
                     *       "last_used_at": null,
                     *       "last_used_ip": null,
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["APIKeyResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "ci",
                     *       "description": "Used by the nightly build",
                     *       "key_prefix": "brt_",
                     *       "scopes": null,
                     *       "organization_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "key": "brt_"
                     *     }
                     */
                    "application/json": components["schemas"]["APIKeyCreateResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "Harbour Works",
                     *           "slug": "acme",
                     *           "avatar_url": null,
                     *           "is_system": false,
                     *           "is_personal": false,
                     *           "current_user_role": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "Harbour Works"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour Works",
                     *       "slug": "acme",
                     *       "avatar_url": null,
                     *       "is_system": false,
                     *       "is_personal": false,
                     *       "current_user_role": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `still_running`: A request with this Idempotency-Key is still running; repeat it shortly. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour Works",
                     *       "slug": "acme",
                     *       "avatar_url": null,
                     *       "is_system": false,
                     *       "is_personal": false,
                     *       "current_user_role": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `organization_in_use`: The organization still owns resources; delete them first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "organization_in_use";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "Harbour Works Ltd"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour Works",
                     *       "slug": "acme",
                     *       "avatar_url": null,
                     *       "is_system": false,
                     *       "is_personal": false,
                     *       "current_user_role": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "user_id": "01970000-0000-7000-8000-000000000001",
                     *           "email": "ada@example.org",
                     *           "name": "Harbour Works",
                     *           "avatar_url": null,
                     *           "role": "admin",
                     *           "joined_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["MemberListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `last_owner`: An organization needs an owner. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "last_owner";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
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
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    /** @description Identifies the request */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "email": "ada@example.org",
                     *       "name": "Harbour Works",
                     *       "avatar_url": null,
                     *       "role": "admin",
                     *       "joined_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `last_owner`: An organization needs an owner. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "last_owner";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "at": "2026-01-02T03:04:05Z",
                     *           "action": "action",
                     *           "outcome": "attempted",
                     *           "principal": "principal",
                     *           "actor_user_id": null,
                     *           "impersonator_id": null,
                     *           "target_kind": null,
                     *           "target_id": null,
                     *           "changes": null,
                     *           "source_address": null,
                     *           "request_id": "request-id"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditListResponse"];
                    "application/x-ndjson": string;
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "email": "grace@example.org",
                     *           "name": null,
                     *           "role": "member",
                     *           "status": "pending",
                     *           "inviter_id": "01970000-0000-7000-8000-000000000001",
                     *           "expires_at": "2026-01-02T03:04:05Z",
                     *           "created_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "email": "grace@example.org",
                 *       "role": "member"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "email": "grace@example.org",
                     *       "name": null,
                     *       "role": "member",
                     *       "status": "pending",
                     *       "inviter_id": "01970000-0000-7000-8000-000000000001",
                     *       "expires_at": "2026-01-02T03:04:05Z",
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "accept_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationCreateResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
            };
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invited_email_masked": "invited-email-masked",
                     *       "invited_email": "invited-email",
                     *       "expires_at": "2026-01-02T03:04:05Z",
                     *       "status": "pending",
                     *       "organization_name": null,
                     *       "invitee_name": null,
                     *       "inviter_name": null,
                     *       "trial_credit_eur": null
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationPreviewResponse"];
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "slug": "acme",
                     *       "avatar_url": null,
                     *       "is_system": false,
                     *       "is_personal": false,
                     *       "current_user_role": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "company_name": "Harbour Works B.V.",
                     *       "contact_email": "invoices@example.org",
                     *       "address_line1": "Kade 1",
                     *       "address_line2": null,
                     *       "city": "Rotterdam",
                     *       "postal_code": "3011 AA",
                     *       "country_code": "NL",
                     *       "vat_number": null,
                     *       "vat_number_verified": false,
                     *       "vat_treatment": "domestic",
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                /**
                 * @example {
                 *       "company_name": "Harbour Works B.V.",
                 *       "contact_email": "invoices@example.org",
                 *       "address_line1": "Kade 1",
                 *       "city": "Rotterdam",
                 *       "postal_code": "3011 AA",
                 *       "country_code": "NL"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "company_name": "Harbour Works B.V.",
                     *       "contact_email": "invoices@example.org",
                     *       "address_line1": "Kade 1",
                     *       "address_line2": null,
                     *       "city": "Rotterdam",
                     *       "postal_code": "3011 AA",
                     *       "country_code": "NL",
                     *       "vat_number": null,
                     *       "vat_number_verified": false,
                     *       "vat_treatment": "domestic",
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InvoiceSettingsResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "usable": false,
                     *       "status": "valid",
                     *       "method": "creditcard",
                     *       "holder": null,
                     *       "account": null,
                     *       "card_label": null,
                     *       "card_expires_on": null,
                     *       "created_at": null,
                     *       "mandates": [
                     *         {
                     *           "id": "mdt_h3gAaD5zP",
                     *           "status": "valid",
                     *           "method": "creditcard",
                     *           "holder": null,
                     *           "account": null,
                     *           "card_label": null,
                     *           "card_expires_on": null,
                     *           "created_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ]
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `billing_not_configured`: This platform takes no payments; ask its operator. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "billing_not_configured";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
                };
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
                /**
                 * @example {
                 *       "method": "creditcard",
                 *       "redirect_to": "/billing"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "checkout_url": "https://www.mollie.com/checkout/select-method/7UhSN1zuXS",
                     *       "created_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FirstPaymentResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `billing_not_configured`: This platform takes no payments; ask its operator.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "billing_not_configured" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `payment_method_in_use`: Deployments or clusters still need the payment method; delete them first.
             *
             *     `billing_not_configured`: This platform takes no payments; ask its operator.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "payment_method_in_use" | "billing_not_configured";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable";
                    };
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
                /**
                 * @example {
                 *       "id": "tr_7UhSN1zuXS"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "csrf_refused";
                    };
                };
            };
            /** @description `billing_not_configured`: This platform takes no payments; ask its operator. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "billing_not_configured";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "id",
                     *           "name": "demo",
                     *           "tiers": [
                     *             "shared"
                     *           ],
                     *           "available": false,
                     *           "reason": null,
                     *           "can_create_clusters": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "provider": "local",
                     *       "regions": [
                     *         {
                     *           "id": "id",
                     *           "name": "demo",
                     *           "country": "country",
                     *           "geographic_region": "geographic-region",
                     *           "available": false,
                     *           "reason": null,
                     *           "server_types": null
                     *         }
                     *       ],
                     *       "checked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["RegionListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "server_types": [
                     *         {
                     *           "id": "id",
                     *           "cpu": 1,
                     *           "memory_mb": 1,
                     *           "price_per_month": "4.50",
                     *           "available": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ServerTypeListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "provider": "local",
                     *       "currency": "EUR",
                     *       "price_per_gb_month": "0.0440",
                     *       "source": "api",
                     *       "fetched_at": "2026-01-02T03:04:05Z",
                     *       "stale": false
                     *     }
                     */
                    "application/json": components["schemas"]["StoragePricingResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "cloud_credentials": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "our own account",
                     *           "provider": "hetzner",
                     *           "organization_id": "01970000-0000-7000-8000-000000000001",
                     *           "created_by": null,
                     *           "created_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["CloudCredentialListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "our own account",
                 *       "provider": "hetzner",
                 *       "token": "the token of a Hetzner project"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "our own account",
                     *       "provider": "hetzner",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "created_by": null,
                     *       "created_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudCredentialResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "quota_exceeded" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "our own account",
                     *       "provider": "hetzner",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "created_by": null,
                     *       "created_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudCredentialResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "clusters": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "organization_id": "01970000-0000-7000-8000-000000000001",
                     *           "user_id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "demo",
                     *           "provider": "local",
                     *           "region": "local-1",
                     *           "tier": "shared",
                     *           "status": "pending",
                     *           "status_reason": null,
                     *           "error_message": null,
                     *           "conditions": [
                     *             {
                     *               "type": "type",
                     *               "status": "True",
                     *               "observed_generation": null,
                     *               "last_transition_time": "2026-01-02T03:04:05Z",
                     *               "reason": "reason",
                     *               "message": "Done."
                     *             }
                     *           ],
                     *           "autoscaling_enabled": true,
                     *           "min_nodes": 1,
                     *           "max_nodes": 5,
                     *           "node_count": null,
                     *           "server_type": "medium",
                     *           "kubernetes_version": null,
                     *           "upgrade_available": false,
                     *           "component_bundle_version": "stable",
                     *           "multi_region": false,
                     *           "region_locations": null,
                     *           "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *           "is_byoc": false,
                     *           "is_imported": false,
                     *           "is_management": false,
                     *           "is_autopilot": false,
                     *           "endpoint": null,
                     *           "ready_at": null,
                     *           "observed_at": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "demo",
                 *       "provider": "local",
                 *       "region": "local-1",
                 *       "tier": "shared"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `payment_required`: This provider needs a payment method; add one first.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "quota_exceeded" | "payment_required" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "estimates": [
                     *         {
                     *           "provider": "local",
                     *           "tier": "shared",
                     *           "geographic_region": "geographic-region",
                     *           "p50_seconds": 1,
                     *           "p90_seconds": 1,
                     *           "samples": 1
                     *         }
                     *       ],
                     *       "shared_host_available": null
                     *     }
                     */
                    "application/json": components["schemas"]["EstimatedTimesResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "status": "deleting",
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `cluster_in_use`: The cluster still carries deployments or databases; delete them first or repeat with cascade=true.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "cluster_in_use";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "kubeconfig": "kubeconfig",
                     *       "expires_at": "2026-01-02T03:04:05Z",
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["KubeconfigResponse"];
                    "application/yaml": string;
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `cluster_not_ready`: The cluster is not running yet; wait until its status is running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "being_deleted" | "cluster_not_ready";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `cluster_unreachable`: The cluster does not answer; it is tried again.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "cluster_unreachable";
                    };
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
                /**
                 * @example {
                 *       "autoscaling_enabled": true,
                 *       "min_nodes": 1,
                 *       "max_nodes": 5
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `managed_on_host`: Nodes of a shared cluster are managed on its host cluster.
             *
             *     `not_managed`: The platform does not manage the nodes of an imported cluster.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "managed_on_host" | "not_managed";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                /**
                 * @example {
                 *       "region_locations": [
                 *         "fsn1",
                 *         "nbg1"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `managed_on_host`: Nodes of a shared cluster are managed on its host cluster.
             *
             *     `not_managed`: The platform does not manage the nodes of an imported cluster.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "managed_on_host" | "not_managed";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                /**
                 * @example {
                 *       "server_type": "medium"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `managed_on_host`: Nodes of a shared cluster are managed on its host cluster.
             *
             *     `not_managed`: The platform does not manage the nodes of an imported cluster.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "managed_on_host" | "not_managed";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
                };
            };
        };
    };
    retryServerType: {
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `managed_on_host`: Nodes of a shared cluster are managed on its host cluster.
             *
             *     `not_managed`: The platform does not manage the nodes of an imported cluster.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "managed_on_host" | "not_managed" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
                };
            };
        };
    };
    retryCluster: {
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
                /** @description Record id of the cluster */
                cluster_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "region": "local-2"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `not_in_error`: Only a cluster in status error can be retried.
             *
             *     `not_managed`: The platform does not manage the nodes of an imported cluster.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "not_in_error" | "not_managed" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                /**
                 * @example {
                 *       "provider": "gke",
                 *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                 *       "provider_cluster_id": "prod"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "ok": false,
                     *       "kubernetes_version": null,
                     *       "node_count": null,
                     *       "findings": [
                     *         {
                     *           "severity": "error",
                     *           "code": "code",
                     *           "kind": "kind",
                     *           "name": "demo",
                     *           "namespace": null,
                     *           "owner": null,
                     *           "message": "Done.",
                     *           "remedy": "remedy"
                     *         }
                     *       ],
                     *       "checked_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PreflightImportResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "our-own",
                 *       "provider": "gke",
                 *       "region": "europe-west4",
                 *       "acknowledge_bundle_install": true,
                 *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                 *       "provider_cluster_id": "prod"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "demo",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "shared",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": true,
                     *       "min_nodes": 1,
                     *       "max_nodes": 5,
                     *       "node_count": null,
                     *       "server_type": "medium",
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": "018f0000-0000-7000-8000-000000000001",
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `already_registered`: This cluster is registered already.
             *
             *     `import_conflicts`: The preflight found conflicts; mend them or ask a platform admin to override.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "already_registered" | "import_conflicts" | "quota_exceeded" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "deployments": [
                     *         {
                     *           "name": "shop",
                     *           "config": null,
                     *           "cpu_request": null,
                     *           "memory_request_mb": null,
                     *           "replicas": 2,
                     *           "container_port": 80,
                     *           "storage_size_gb": null,
                     *           "environment_variables": null,
                     *           "docker_image": "nginx:1.29",
                     *           "volumes": null,
                     *           "helm_chart_version": null,
                     *           "custom_values_yaml": null,
                     *           "image_update_strategy": null,
                     *           "image_update_constraint": null,
                     *           "image_allow_tags": null,
                     *           "image_ignore_tags": null,
                     *           "custom_domain": null,
                     *           "failover_health_route": null,
                     *           "health_checks": null,
                     *           "additional_ports": null,
                     *           "backups": null,
                     *           "command": null,
                     *           "args": null,
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "user_id": "01970000-0000-7000-8000-000000000001",
                     *           "organization_id": null,
                     *           "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *           "app_type": "web_app",
                     *           "status": "pending",
                     *           "values_yaml": null,
                     *           "git_path": null,
                     *           "endpoint_url": null,
                     *           "error_message": null,
                     *           "deployment_type": null,
                     *           "helm_repo_url": null,
                     *           "helm_chart_name": null,
                     *           "is_adopted": false,
                     *           "source_namespace": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z",
                     *           "provider": null,
                     *           "region": null,
                     *           "cluster_status": null,
                     *           "cluster_error": null,
                     *           "status_reason": null,
                     *           "conditions": [
                     *             {
                     *               "type": "type",
                     *               "status": "True",
                     *               "observed_generation": null,
                     *               "last_transition_time": "2026-01-02T03:04:05Z",
                     *               "reason": "reason",
                     *               "message": "Done."
                     *             }
                     *           ],
                     *           "ready_replicas": null,
                     *           "docker_image_running": null,
                     *           "image_updates_held": false,
                     *           "promoted_from": null,
                     *           "promoted_to": null,
                     *           "observed_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "shop",
                 *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                 *       "app_type": "web_app",
                 *       "docker_image": "nginx:1.29",
                 *       "replicas": 2,
                 *       "container_port": 80
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `backups_unavailable`: Backups need a dedicated cluster and the backups feature of the organization.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "being_deleted" | "quota_exceeded" | "backups_unavailable" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "status": "deleting",
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                /**
                 * @example {
                 *       "replicas": 3,
                 *       "environment_variables": [
                 *         {
                 *           "name": "LOG_LEVEL",
                 *           "value": "info"
                 *         }
                 *       ],
                 *       "health_checks": {}
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `backups_unavailable`: Backups need a dedicated cluster and the backups feature of the organization.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "being_deleted" | "backups_unavailable";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "revisions": [
                     *         {
                     *           "revision": 3,
                     *           "commit": "commit",
                     *           "generation": 1,
                     *           "author": null,
                     *           "request_id": null,
                     *           "message": "Done.",
                     *           "created_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["RevisionListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revision": 3,
                     *       "commit": "commit",
                     *       "generation": 1,
                     *       "author": null,
                     *       "request_id": null,
                     *       "message": "Done.",
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "values_yaml": null,
                     *       "compared_to": null,
                     *       "values_diff": "values-diff"
                     *     }
                     */
                    "application/json": components["schemas"]["RevisionDetailResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                /**
                 * @example {
                 *       "revision": 3
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "config": null,
                     *       "cpu_request": null,
                     *       "memory_request_mb": null,
                     *       "replicas": 2,
                     *       "container_port": 80,
                     *       "storage_size_gb": null,
                     *       "environment_variables": null,
                     *       "docker_image": "nginx:1.29",
                     *       "volumes": null,
                     *       "helm_chart_version": null,
                     *       "custom_values_yaml": null,
                     *       "image_update_strategy": null,
                     *       "image_update_constraint": null,
                     *       "image_allow_tags": null,
                     *       "image_ignore_tags": null,
                     *       "custom_domain": null,
                     *       "failover_health_route": null,
                     *       "health_checks": null,
                     *       "additional_ports": null,
                     *       "backups": null,
                     *       "command": null,
                     *       "args": null,
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": null,
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "app_type": "web_app",
                     *       "status": "pending",
                     *       "values_yaml": null,
                     *       "git_path": null,
                     *       "endpoint_url": null,
                     *       "error_message": null,
                     *       "deployment_type": null,
                     *       "helm_repo_url": null,
                     *       "helm_chart_name": null,
                     *       "is_adopted": false,
                     *       "source_namespace": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "provider": null,
                     *       "region": null,
                     *       "cluster_status": null,
                     *       "cluster_error": null,
                     *       "status_reason": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "reason",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "ready_replicas": null,
                     *       "docker_image_running": null,
                     *       "image_updates_held": false,
                     *       "promoted_from": null,
                     *       "promoted_to": null,
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `backups_unavailable`: Backups need a dedicated cluster and the backups feature of the organization.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "being_deleted" | "backups_unavailable" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                /**
                 * @example {
                 *       "target_cluster_id": "01970000-0000-7000-8000-000000000001",
                 *       "overrides": {
                 *         "replicas": 3
                 *       }
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "source_deployment_id": "01970000-0000-7000-8000-000000000001",
                     *       "new_deployment_id": "01970000-0000-7000-8000-000000000001",
                     *       "target_cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "source_deleted": false,
                     *       "message": "Done."
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "source_deployment_id": "01970000-0000-7000-8000-000000000001",
                     *       "new_deployment_id": "01970000-0000-7000-8000-000000000001",
                     *       "target_cluster_id": "01970000-0000-7000-8000-000000000001",
                     *       "source_deleted": false,
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentPromotionResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `conflict`: The state of the resource does not allow this now.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `backups_unavailable`: Backups need a dedicated cluster and the backups feature of the organization.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "conflict" | "being_deleted" | "quota_exceeded" | "backups_unavailable" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "status": "pending",
                     *       "generation": 1,
                     *       "request_id": null,
                     *       "content_hash": null,
                     *       "commit": null,
                     *       "git_path": null,
                     *       "synced_revision": null,
                     *       "steps": [
                     *         {
                     *           "step": "accepted",
                     *           "state": "done",
                     *           "since": null,
                     *           "reason": null,
                     *           "message": null,
                     *           "next_retry_at": null
                     *         }
                     *       ],
                     *       "observed_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentStatusResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "type": "type",
                     *           "reason": "reason",
                     *           "message": "Done.",
                     *           "object_kind": "object-kind",
                     *           "object_name": "object-name",
                     *           "count": 1,
                     *           "first_seen_at": null,
                     *           "last_seen_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KubernetesEventListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `cluster_unreachable`: The cluster does not answer; it is tried again.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "cluster_unreachable";
                    };
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
                /** @description Only what is younger: 90s, 15m, 2h, 1d; seconds without a unit */
                since?: string;
                /** @description Most lines of each container to begin with; 200 when since is unset too */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `cluster_unreachable`: The cluster does not answer; it is tried again.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "cluster_unreachable";
                    };
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
                    /**
                     * @example {
                     *       "secrets": [
                     *         {
                     *           "name": "DATABASE_PASSWORD",
                     *           "key": "brt_",
                     *           "deployment_id": null,
                     *           "database_id": null,
                     *           "organization_id": null,
                     *           "version": 1,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SecretListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "DATABASE_PASSWORD",
                 *       "value": "correct horse"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "name": "DATABASE_PASSWORD",
                     *       "key": "brt_",
                     *       "deployment_id": null,
                     *       "database_id": null,
                     *       "organization_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "being_deleted" | "quota_exceeded" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "DATABASE_PASSWORD",
                     *       "key": "brt_",
                     *       "deployment_id": null,
                     *       "database_id": null,
                     *       "organization_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable";
                    };
                };
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
                /**
                 * @example {
                 *       "value": "battery staple"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "name": "DATABASE_PASSWORD",
                     *       "key": "brt_",
                     *       "deployment_id": null,
                     *       "database_id": null,
                     *       "organization_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "name": "DATABASE_PASSWORD",
                     *       "key": "brt_",
                     *       "deployment_id": null,
                     *       "database_id": null,
                     *       "organization_id": null,
                     *       "version": 1,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "has_credentials": false,
                     *       "credentials": null
                     *     }
                     */
                    "application/json": components["schemas"]["RegistryCredentialStatus"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "id",
                     *       "registry_url": "registry-url",
                     *       "repository_prefix": "repository-prefix",
                     *       "username": "username",
                     *       "docker_login_command": "docker-login-command",
                     *       "is_active": false,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "password": "password"
                     *     }
                     */
                    "application/json": components["schemas"]["RegistryCredentialCreatedResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `registry_not_configured`: This platform has no registry of its own; ask its operator.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "registry_not_configured" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `secret_store_unavailable`: The secret store is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "secret_store_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "organization_id": "01970000-0000-7000-8000-000000000001",
                     *           "url": "https://ci.example.org/berth",
                     *           "description": null,
                     *           "kinds": null,
                     *           "enabled": true,
                     *           "disabled_reason": null,
                     *           "failing_since": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "url": "https://ci.example.org/berth",
                 *       "kinds": [
                 *         "Deployment"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "url": "https://ci.example.org/berth",
                     *       "description": null,
                     *       "kinds": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "secret": "secret"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `quota_exceeded`: The quota of the organization is used up; delete something or ask for more.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "quota_exceeded" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "url": "https://ci.example.org/berth",
                     *       "description": null,
                     *       "kinds": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "url": "https://ci.example.org/berth",
                     *       "description": null,
                     *       "kinds": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "url": "https://ci.example.org/berth",
                     *       "description": null,
                     *       "kinds": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "webhook_id": "01970000-0000-7000-8000-000000000001",
                     *       "kind": null,
                     *       "resource_id": null,
                     *       "type": "created",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "response_status": null,
                     *       "error": null,
                     *       "duration_ms": null,
                     *       "next_attempt_at": null,
                     *       "last_attempt_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "url": "https://ci.example.org/berth",
                     *       "description": null,
                     *       "kinds": null,
                     *       "enabled": true,
                     *       "disabled_reason": null,
                     *       "failing_since": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "secret": "secret"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "webhook_id": "01970000-0000-7000-8000-000000000001",
                     *           "kind": null,
                     *           "resource_id": null,
                     *           "type": "created",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "response_status": null,
                     *           "error": null,
                     *           "duration_ms": null,
                     *           "next_attempt_at": null,
                     *           "last_attempt_at": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "finished_at": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Kind of resource; all when unset */
                kind?: "Cluster" | "Deployment" | "DatabaseInstance" | "UpgradeRequest" | "DatabaseBackup";
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "applications": [
                     *         {
                     *           "client_id": "client-id",
                     *           "client_name": "client-name",
                     *           "active_sessions": 1,
                     *           "client_uri": null,
                     *           "logo_uri": null,
                     *           "authorized_at": null,
                     *           "last_used_at": null
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAppListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "message": "Done."
                     *     }
                     */
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "oauth_clients": [
                     *         {
                     *           "client_id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "Harbour master",
                     *           "type": "confidential",
                     *           "redirect_uris": [
                     *             "text"
                     *           ],
                     *           "scopes": [
                     *             "api-keys:read"
                     *           ],
                     *           "client_uri": null,
                     *           "logo_uri": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "Harbour master",
                 *       "type": "confidential",
                 *       "redirect_uris": [
                 *         "https://harbour.example.org/callback"
                 *       ],
                 *       "scopes": [
                 *         "deployments:read"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "client_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour master",
                     *       "type": "confidential",
                     *       "redirect_uris": [
                     *         "text"
                     *       ],
                     *       "scopes": [
                     *         "api-keys:read"
                     *       ],
                     *       "client_uri": null,
                     *       "logo_uri": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "client_secret": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientSecretResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /**
             * @description `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "client_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour master",
                     *       "type": "confidential",
                     *       "redirect_uris": [
                     *         "text"
                     *       ],
                     *       "scopes": [
                     *         "api-keys:read"
                     *       ],
                     *       "client_uri": null,
                     *       "logo_uri": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
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
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
                };
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
                    /**
                     * @example {
                     *       "client_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour master",
                     *       "type": "confidential",
                     *       "redirect_uris": [
                     *         "text"
                     *       ],
                     *       "scopes": [
                     *         "api-keys:read"
                     *       ],
                     *       "client_uri": null,
                     *       "logo_uri": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "scopes": [
                 *         "deployments:read",
                 *         "deployments:write"
                 *       ]
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "client_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour master",
                     *       "type": "confidential",
                     *       "redirect_uris": [
                     *         "text"
                     *       ],
                     *       "scopes": [
                     *         "api-keys:read"
                     *       ],
                     *       "client_uri": null,
                     *       "logo_uri": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `conflict`: The state of the resource does not allow this now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "client_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "Harbour master",
                     *       "type": "confidential",
                     *       "redirect_uris": [
                     *         "text"
                     *       ],
                     *       "scopes": [
                     *         "api-keys:read"
                     *       ],
                     *       "client_uri": null,
                     *       "logo_uri": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z",
                     *       "client_secret": null
                     *     }
                     */
                    "application/json": components["schemas"]["OAuthClientSecretResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `conflict`: The state of the resource does not allow this now.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             *
             *     `secret_already_returned`: The secret was returned once already; rotate it to get a new one.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "conflict" | "still_running" | "secret_already_returned";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "organizations": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "host-1",
                     *           "slug": "acme",
                     *           "is_system": false,
                     *           "is_personal": false,
                     *           "member_count": 1,
                     *           "feature_flags": {
                     *             "backups": false
                     *           },
                     *           "quotas": {
                     *             "clusters": 1,
                     *             "deployments": 1,
                     *             "databases": 1,
                     *             "secrets": 1,
                     *             "webhooks": 1
                     *           },
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AdminOrganizationListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "quotas": {
                 *         "clusters": 10
                 *       }
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "host-1",
                     *       "slug": "acme",
                     *       "is_system": false,
                     *       "is_personal": false,
                     *       "member_count": 1,
                     *       "feature_flags": {
                     *         "backups": false
                     *       },
                     *       "quotas": {
                     *         "clusters": 1,
                     *         "deployments": 1,
                     *         "databases": 1,
                     *         "secrets": 1,
                     *         "webhooks": 1
                     *       },
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminOrganizationResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `precondition_failed`: The resource changed since you read it; read it again and repeat. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "precondition_failed";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "enabled": false,
                 *       "reason": "Moving to another data centre"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "id",
                     *       "name": "host-1",
                     *       "country": "country",
                     *       "geographic_region": "geographic-region",
                     *       "available": false,
                     *       "reason": "Moving to another data centre",
                     *       "server_types": null
                     *     }
                     */
                    "application/json": components["schemas"]["Region"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable";
                    };
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
                    /**
                     * @example {
                     *       "clusters": [
                     *         {
                     *           "id": "01970000-0000-7000-8000-000000000001",
                     *           "organization_id": "01970000-0000-7000-8000-000000000001",
                     *           "user_id": "01970000-0000-7000-8000-000000000001",
                     *           "name": "host-1",
                     *           "provider": "local",
                     *           "region": "local-1",
                     *           "tier": "dedicated",
                     *           "status": "pending",
                     *           "status_reason": null,
                     *           "error_message": null,
                     *           "conditions": [
                     *             {
                     *               "type": "type",
                     *               "status": "True",
                     *               "observed_generation": null,
                     *               "last_transition_time": "2026-01-02T03:04:05Z",
                     *               "reason": "Moving to another data centre",
                     *               "message": "Done."
                     *             }
                     *           ],
                     *           "autoscaling_enabled": false,
                     *           "min_nodes": null,
                     *           "max_nodes": null,
                     *           "node_count": 3,
                     *           "server_type": null,
                     *           "kubernetes_version": null,
                     *           "upgrade_available": false,
                     *           "component_bundle_version": "stable",
                     *           "multi_region": false,
                     *           "region_locations": null,
                     *           "cloud_credential_id": null,
                     *           "is_byoc": false,
                     *           "is_imported": false,
                     *           "is_management": false,
                     *           "is_autopilot": false,
                     *           "endpoint": null,
                     *           "ready_at": null,
                     *           "observed_at": null,
                     *           "created_at": "2026-01-02T03:04:05Z",
                     *           "updated_at": "2026-01-02T03:04:05Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformClusterListResponse"];
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable";
                    };
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
                /**
                 * @example {
                 *       "name": "host-1",
                 *       "provider": "local",
                 *       "region": "local-1",
                 *       "tier": "dedicated",
                 *       "node_count": 3
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "01970000-0000-7000-8000-000000000001",
                     *       "organization_id": "01970000-0000-7000-8000-000000000001",
                     *       "user_id": "01970000-0000-7000-8000-000000000001",
                     *       "name": "host-1",
                     *       "provider": "local",
                     *       "region": "local-1",
                     *       "tier": "dedicated",
                     *       "status": "pending",
                     *       "status_reason": null,
                     *       "error_message": null,
                     *       "conditions": [
                     *         {
                     *           "type": "type",
                     *           "status": "True",
                     *           "observed_generation": null,
                     *           "last_transition_time": "2026-01-02T03:04:05Z",
                     *           "reason": "Moving to another data centre",
                     *           "message": "Done."
                     *         }
                     *       ],
                     *       "autoscaling_enabled": false,
                     *       "min_nodes": null,
                     *       "max_nodes": null,
                     *       "node_count": 3,
                     *       "server_type": null,
                     *       "kubernetes_version": null,
                     *       "upgrade_available": false,
                     *       "component_bundle_version": "stable",
                     *       "multi_region": false,
                     *       "region_locations": null,
                     *       "cloud_credential_id": null,
                     *       "is_byoc": false,
                     *       "is_imported": false,
                     *       "is_management": false,
                     *       "is_autopilot": false,
                     *       "endpoint": null,
                     *       "ready_at": null,
                     *       "observed_at": null,
                     *       "created_at": "2026-01-02T03:04:05Z",
                     *       "updated_at": "2026-01-02T03:04:05Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClusterResponse"];
                };
            };
            /** @description `malformed`: There was an error parsing the body */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "malformed";
                    };
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role does not allow this.
             *
             *     `csrf_refused`: This request came from another site; repeat it from the application itself or use an API key.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden" | "csrf_refused";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `name_taken`: This name is taken; choose another.
             *
             *     `still_running`: A request with this Idempotency-Key is still running; repeat it shortly.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "name_taken" | "still_running";
                    };
                };
            };
            /** @description `too_large`: The body is larger than 1 MiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "too_large";
                    };
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unsupported_media_type";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `provider_failed`: The provider did not answer as it should; repeat later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "provider_failed";
                    };
                };
            };
            /**
             * @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly.
             *
             *     `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `outcome_unknown`: The answer of the management cluster was lost; read the resource, then repeat if needed.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable" | "postgres_unavailable" | "kubernetes_unavailable" | "outcome_unknown";
                    };
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
                    /**
                     * @example {
                     *       "kubeconfig": "kubeconfig",
                     *       "expires_at": "2026-01-02T03:04:05Z",
                     *       "cluster_id": "01970000-0000-7000-8000-000000000001"
                     *     }
                     */
                    "application/json": components["schemas"]["KubeconfigResponse"];
                    "application/yaml": string;
                };
            };
            /** @description `unauthenticated`: Sign in, or send a valid API key or service token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role does not allow this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "forbidden";
                    };
                };
            };
            /** @description `not_found`: Not found: it does not exist or you may not read it. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "not_found";
                    };
                };
            };
            /**
             * @description `being_deleted`: It is being deleted and cannot be changed any more.
             *
             *     `cluster_not_ready`: The cluster is not running yet; wait until its status is running.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "being_deleted" | "cluster_not_ready";
                    };
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `rate_limited`: Too many requests; repeat after the time in Retry-After. */
            429: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "rate_limited";
                    };
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /**
             * @description `postgres_unavailable`: The database is away; nothing was changed; repeat shortly.
             *
             *     `kubernetes_unavailable`: The management cluster is away; nothing was changed; repeat shortly.
             *
             *     `cluster_unreachable`: The cluster does not answer; it is tried again.
             */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "postgres_unavailable" | "kubernetes_unavailable" | "cluster_unreachable";
                    };
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
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
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
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "dependencies": [
                     *         {
                     *           "name": "demo",
                     *           "state": "up",
                     *           "message": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            /** @description The request is invalid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "type": "int_parsing",
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Input should be a valid integer, unable to parse string as an integer",
                     *           "input": "many"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description `internal`: Something went wrong on our side; the request id helps us to find it. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "internal";
                    };
                };
            };
            /** @description `unavailable`: A part of the platform is away; nothing was changed; repeat shortly. */
            503: {
                headers: {
                    /** @description Seconds until a repetition makes sense */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"] & {
                        /** @enum {unknown} */
                        code?: "unavailable";
                    };
                };
            };
        };
    };
}
