// Generated from contract/ by make generate; do not edit.

/** How members of a custom resource are called in REST's bodies, and those of what they hold. */
export type Members = { readonly [member: string]: Readonly<{ rest: string; members?: Members }> };

/** The members of a Deployment's spec that a body may have. */
export const DEPLOYMENT_MEMBERS: Members = {
  "name": {
    "rest": "name"
  },
  "config": {
    "rest": "config"
  },
  "cpuRequest": {
    "rest": "cpu_request"
  },
  "memoryRequestMb": {
    "rest": "memory_request_mb"
  },
  "replicas": {
    "rest": "replicas"
  },
  "containerPort": {
    "rest": "container_port"
  },
  "storageSizeGb": {
    "rest": "storage_size_gb"
  },
  "environmentVariables": {
    "rest": "environment_variables",
    "members": {
      "name": {
        "rest": "name"
      },
      "value": {
        "rest": "value"
      },
      "secretRef": {
        "rest": "secret_ref"
      }
    }
  },
  "dockerImage": {
    "rest": "docker_image"
  },
  "volumes": {
    "rest": "volumes",
    "members": {
      "path": {
        "rest": "path"
      },
      "sizeGb": {
        "rest": "sizeGb"
      },
      "purpose": {
        "rest": "purpose"
      }
    }
  },
  "helmChartVersion": {
    "rest": "helm_chart_version"
  },
  "customValuesYaml": {
    "rest": "custom_values_yaml"
  },
  "imageUpdateStrategy": {
    "rest": "image_update_strategy"
  },
  "imageUpdateConstraint": {
    "rest": "image_update_constraint"
  },
  "imageAllowTags": {
    "rest": "image_allow_tags"
  },
  "imageIgnoreTags": {
    "rest": "image_ignore_tags"
  },
  "customDomain": {
    "rest": "custom_domain"
  },
  "failoverHealthRoute": {
    "rest": "failover_health_route"
  },
  "containerPortProtocol": {
    "rest": "container_port_protocol"
  },
  "requestTimeoutSeconds": {
    "rest": "request_timeout_seconds"
  },
  "maxBodySizeMb": {
    "rest": "max_body_size_mb"
  },
  "healthChecks": {
    "rest": "health_checks",
    "members": {
      "liveness": {
        "rest": "liveness",
        "members": {
          "enabled": {
            "rest": "enabled"
          },
          "type": {
            "rest": "type"
          },
          "path": {
            "rest": "path"
          },
          "initialDelaySeconds": {
            "rest": "initial_delay_seconds"
          },
          "periodSeconds": {
            "rest": "period_seconds"
          },
          "timeoutSeconds": {
            "rest": "timeout_seconds"
          },
          "failureThreshold": {
            "rest": "failure_threshold"
          }
        }
      },
      "readiness": {
        "rest": "readiness",
        "members": {
          "enabled": {
            "rest": "enabled"
          },
          "type": {
            "rest": "type"
          },
          "path": {
            "rest": "path"
          },
          "initialDelaySeconds": {
            "rest": "initial_delay_seconds"
          },
          "periodSeconds": {
            "rest": "period_seconds"
          },
          "timeoutSeconds": {
            "rest": "timeout_seconds"
          },
          "failureThreshold": {
            "rest": "failure_threshold"
          }
        }
      },
      "startup": {
        "rest": "startup",
        "members": {
          "enabled": {
            "rest": "enabled"
          },
          "type": {
            "rest": "type"
          },
          "path": {
            "rest": "path"
          },
          "initialDelaySeconds": {
            "rest": "initial_delay_seconds"
          },
          "periodSeconds": {
            "rest": "period_seconds"
          },
          "timeoutSeconds": {
            "rest": "timeout_seconds"
          },
          "failureThreshold": {
            "rest": "failure_threshold"
          }
        }
      }
    }
  },
  "additionalPorts": {
    "rest": "additional_ports",
    "members": {
      "port": {
        "rest": "port"
      },
      "name": {
        "rest": "name"
      },
      "protocol": {
        "rest": "protocol"
      },
      "publicPort": {
        "rest": "public_port"
      }
    }
  },
  "backups": {
    "rest": "backups",
    "members": {
      "enabled": {
        "rest": "enabled"
      },
      "schedule": {
        "rest": "schedule"
      },
      "retentionDays": {
        "rest": "retention_days"
      }
    }
  },
  "command": {
    "rest": "command"
  },
  "args": {
    "rest": "args"
  },
  "releaseCommand": {
    "rest": "release_command"
  },
  "releaseTimeoutSeconds": {
    "rest": "release_timeout_seconds"
  },
  "schedule": {
    "rest": "schedule"
  },
  "timeZone": {
    "rest": "time_zone"
  },
  "concurrencyPolicy": {
    "rest": "concurrency_policy"
  },
  "historyLimit": {
    "rest": "history_limit"
  },
  "runTimeoutSeconds": {
    "rest": "run_timeout_seconds"
  },
  "retries": {
    "rest": "retries"
  },
  "runOnChange": {
    "rest": "run_on_change"
  },
  "sleep": {
    "rest": "sleep",
    "members": {
      "stopSchedule": {
        "rest": "stop_schedule"
      },
      "startSchedule": {
        "rest": "start_schedule"
      },
      "timeZone": {
        "rest": "time_zone"
      }
    }
  },
  "clusterWideRights": {
    "rest": "cluster_wide_rights"
  },
  "appType": {
    "rest": "app_type"
  },
  "helmRepoUrl": {
    "rest": "helm_repo_url"
  },
  "helmChartName": {
    "rest": "helm_chart_name"
  }
};

/** What a deployment is where nothing is said of it. */
export const DEFAULT_APP_TYPE = "web_app";
